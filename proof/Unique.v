(* Nobody else is optimal: each side mixes one decision, and every other choice is strictly best.

   Strict choices are forced on every optimal strategy. In the mixed decision, the two pure moves
   of the other side pull in opposite directions, so that only one probability withstands both. *)

Require Import ZArith NArith List Reals Lra Lia Bool.
From Baccarat Require Import Rules Polynomials Table Certificate.
Import ListNotations.
Open Scope R_scope.

Definition met (m : model) : list N :=
  flat_map (fun b1 => flat_map (fun b2 => if (total b1 b2 <? 8)%N then map (cell (see (banquier m) b1 b2)) (stood :: cards) else []) cards) cards.
Definition fives (m : model) : list N :=
  flat_map (fun p1 => flat_map (fun p2 => if (total p1 p2 =? 5)%N then [see (ponte m) p1 p2] else []) cards) cards.
Opaque cards.
Lemma met_in m k : cell_met m k -> In k (met m).
Proof. intros (b1 & b2 & t & I1 & I2 & L & It & <-). unfold met. apply in_flat_map; exists b1; split; auto.
  apply in_flat_map; exists b2; split; auto. apply N.ltb_lt in L. rewrite L. apply in_map; auto. Qed.
Lemma fives_in m i : seen_on_five m i -> In i (fives m).
Proof. intros (p1 & p2 & I1 & I2 & L & <-). unfold fives. apply in_flat_map; exists p1; split; auto.
  apply in_flat_map; exists p2; split; auto. rewrite L. left; auto. Qed.
Lemma payoff_ext n m pay x x' y y' : (forall i, seen_on_five m i -> x i = x' i) -> (forall k, cell_met m k -> y k = y' k) ->
  payoff n m pay x y = payoff n m pay x' y'.
Proof. intros Hx Hy. unfold payoff, over_deals.
  apply Rsum_ext; intros p1 I1. apply Rsum_ext; intros p2 I2. apply Rsum_ext; intros b1 I3. apply Rsum_ext; intros b2 I4.
  apply Rsum_ext; intros c5 I5. apply Rsum_ext; intros c6 I6. f_equal. unfold result.
  destruct ((8 <=? total p1 p2) || (8 <=? total b1 b2))%N%bool eqn:E; auto.
  apply orb_false_iff in E as [E1 E2]. apply N.leb_gt in E1. apply N.leb_gt in E2.
  assert (D : draws m x p1 p2 = draws m x' p1 p2).
  { unfold draws. destruct (total p1 p2 <=? 4)%N; auto. destruct (N.eqb_spec (total p1 p2) 5); auto.
    apply Hx. exists p1, p2; auto. }
  rewrite D, (Hy (cell (see (banquier m) b1 b2) c5)), (Hy (cell (see (banquier m) b1 b2) stood)); auto.
  - exists b1, b2, stood; repeat split; auto. left; auto.
  - exists b1, b2, c5; repeat split; auto. right; auto. Qed.

Definition opposite s a b := (ppos s a && ppos s (pneg b)) || (ppos s (pneg a) && ppos s b).
Definition xget (i : N) (l : list (xk * poly)) : poly := psum l (fun e => match fst e with Free j => if (j =? i)%N then snd e else [] | _ => [] end).
Definition xevalP (X : xk -> poly) (l : list (xk * poly)) : poly := psum l (fun e => pmul (X (fst e)) (snd e)).

Definition unique_guards (m : model) (o : table) (T : poly) (c : cert) : list bool :=
  let s := from c in let X := XP (xs c) (xd c) in let Y := YP (ys c) (yd c) in
  let L := fixX X o in let M := fixY Y o in
  let La := fixX (XP ((xmix c, []) :: xs c) (xd c)) o in
  let Lb := fixX (XP ((xmix c, xd c) :: xs c) (xd c)) o in
  let Ma := fixY (YP ((ymix c, []) :: ys c) (yd c)) o in
  let Mb := fixY (YP ((ymix c, yd c) :: ys c) (yd c)) o in
  let value := pmul (vn c) (pmul (pmul (xd c) (yd c)) T) in
  [ (* in every other cell the banquier's move is strictly best *)
    forallb (fun k => (k =? ymix c)%N || let v := tget (ykey k) L in let w := lookup (ys c) k in
      (ppos s v && pzero w) || (ppos s (pneg v) && pzero (psub w (yd c)))) (met m);
    (* on every other five the ponte's *)
    forallb (fun i => (i =? xmix c)%N || existsb (fun e => match fst e with Free j => (j =? i)%N &&
      ((ppos s (snd e) && pzero (psub (lookup (xs c) i) (xd c)))
       || (ppos s (pneg (snd e)) && pzero (lookup (xs c) i))) | _ => false end) M) (fives m);
    (* both moves of the ponte in his mixed decision give the value, and pull apart *)
    is (Some (tevalP Y La)) value (vd c); is (Some (tevalP Y Lb)) value (vd c);
    opposite s (tget (ykey (ymix c)) La) (tget (ykey (ymix c)) Lb);
    (* both moves of the banquier in his *)
    is (Some (xevalP X Ma)) value (vd c); is (Some (xevalP X Mb)) value (vd c);
    opposite s (xget (xmix c) Ma) (xget (xmix c) Mb) ].
Definition ucheck m o T c : bool := all (unique_guards m o T c).

Lemma teval_diff d t : forall k f g, (forall j, j <> k -> f j = g j) -> teval d f t - teval d g t = (f k - g k) * ev d (tget k t).
Proof. induction t as [|l IHl v r IHr]; intros k f g H; cbn [teval tget]; [destruct k; rewrite ev_nil; ring|].
  assert (E : forall j, f j = g j \/ j = k). { intros j. destruct (Pos.eq_dec j k); auto. }
  destruct k; cbn [tget].
  - rewrite (teval_ext d l (fun k => f (xO k)) (fun k => g (xO k))) by (intros; apply H; discriminate).
    rewrite (H xH) by discriminate.
    specialize (IHr k (fun k => f (xI k)) (fun k => g (xI k))). cbn beta in IHr. rewrite <- IHr; [ring|]. intros; apply H; congruence.
  - rewrite (teval_ext d r (fun k => f (xI k)) (fun k => g (xI k))) by (intros; apply H; discriminate).
    rewrite (H xH) by discriminate.
    specialize (IHl k (fun k => f (xO k)) (fun k => g (xO k))). cbn beta in IHl. rewrite <- IHl; [ring|]. intros; apply H; congruence.
  - rewrite (teval_ext d r (fun k => f (xI k)) (fun k => g (xI k))) by (intros; apply H; discriminate).
    rewrite (teval_ext d l (fun k => f (xO k)) (fun k => g (xO k))) by (intros; apply H; discriminate). ring. Qed.
Definition upd (f : N -> R) (k : N) (v : R) : N -> R := fun i => if (i =? k)%N then v else f i.
Lemma Yr_upd y k v j : j <> ykey k -> Yr (upd y k v) j = Yr y j.
Proof. intros H. unfold Yr. destruct (Pos.pred_N j) eqn:E; auto. unfold upd.
  destruct (N.eqb_spec (N.pred (N.pos p)) k); auto. exfalso. apply H. subst k. unfold ykey.
  rewrite N.succ_pred by discriminate. rewrite <- E. destruct j; cbn; auto. rewrite Pos.succ_pred_double; auto. Qed.
Lemma xdiff d l x i v : Rsum l (fun e => Xr (upd x i v) (fst e) * ev d (snd e)) - Rsum l (fun e => Xr x (fst e) * ev d (snd e))
  = (v - x i) * ev d (xget i l).
Proof. unfold xget. rewrite ev_sum. induction l as [|[k p] l IH]; cbn [Rsum fold_right fst snd]; [ring|].
  unfold Rsum in IH. destruct k; cbn [Xr]; rewrite ?ev_nil; try lra.
  unfold upd at 1. destruct (N.eqb_spec i0 i); [subst|rewrite ev_nil]; lra. Qed.

Section U.
Variables (m : model) (c : cert) (d : Z) (n : shoe) (o : table) (T : poly).
Notation im := (xmix c). Notation km := (ymix c).
Hypothesis Hd : (from c <= d)%Z.
Hypothesis Ho : forall x y, payoff n m win x y = oeval d (Xr x) (Yr y) o.
Hypothesis HT : deals n m = ev d T.
Hypothesis OK : check o T c = true.
Hypothesis UK : ucheck m o T c = true.
Let x0 := strat d (xs c) (xd c). Let y0 := strat d (ys c) (yd c). Let W := V c d * ev d T.
Lemma pre : 0 < ev d (xd c) /\ 0 < ev d (yd c) /\ 0 < ev d (vd c) /\ 0 < ev d T.
Proof. apply check_parts in OK. repeat split; apply (pos_ev d _ Hd); tauto. Qed.
Lemma mean_le x y : mean n m x y <= V c d -> payoff n m win x y <= W.
Proof. destruct pre as (_ & _ & _ & DT). unfold mean, W. rewrite HT. intros H.
  apply Rmult_le_compat_r with (r := ev d T) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in H; lra. Qed.
Lemma mean_ge x y : V c d <= mean n m x y -> W <= payoff n m win x y.
Proof. destruct pre as (_ & _ & _ & DT). unfold mean, W. rewrite HT. intros H.
  apply Rmult_le_compat_r with (r := ev d T) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in H; lra. Qed.
Lemma payX l y : ev d (xd c) * payoff n m win (strat d l (xd c)) y = teval d (Yr y) (fixX (XP l (xd c)) o).
Proof. destruct pre as (D & _). rewrite Ho, fixX_ok, <- oeval_scalX. apply oeval_ext; auto. intros; symmetry; apply XP_ok; lra. Qed.
Lemma payY l x : ev d (yd c) * payoff n m win x (strat d l (yd c)) = Rsum (fixY (YP l (yd c)) o) (fun e => Xr x (fst e) * ev d (snd e)).
Proof. destruct pre as (_ & D & _). rewrite Ho, fixY_ok, <- oeval_scalY. apply oeval_ext; auto. intros; symmetry; apply YP_ok; lra. Qed.
Lemma strat_cons l den k p i : strat d ((k, p) :: l) den i = upd (strat d l den) k (ev d p / ev d den) i.
Proof. unfold strat, upd, lookup; cbn [find fst]. rewrite N.eqb_sym. destruct (i =? k)%N; auto. Qed.
Lemma isW q v : is (Some q) (pmul (vn c) (pmul v T)) (vd c) = true -> ev d q = ev d v * W.
Proof. destruct pre as (_ & _ & D & _). intros H. apply (is_ok d) in H as [q' [[= <-] E]]. rewrite !ev_mul in E.
  apply Rmult_eq_reg_r with (ev d (vd c)); [|lra]. rewrite E. unfold W, V. field. lra. Qed.
Lemma opp_ok a b z : opposite (from c) a b = true -> z * ev d a <= 0 -> z * ev d b <= 0 -> z = 0.
Proof. unfold opposite. rewrite orb_true_iff, !andb_true_iff. intros [[A B]|[A B]] H1 H2;
  apply (pos_ev d _ Hd) in A; apply (pos_ev d _ Hd) in B; rewrite ev_neg in *; nra. Qed.

Lemma yrest y' : guarantees_banquier n m (V c d) y' -> forall k, cell_met m k -> k <> km -> y' k = y0 k.
Proof. intros [Sy G] k Mk Hk. destruct pre as (Dx & Dy & Dv & DT).
  assert (C := OK). apply check_parts in C as (Pxd & Pyd & Pvd & PT & Px & Py & L & _).
  assert (Sx : strategy x0) by (eapply prob_ok; eauto).
  pose proof (mean_le _ _ (G _ Sx)) as P. destruct (low (from c) (fixX (XP (xs c) (xd c)) o)) as [q|] eqn:Q; [|discriminate].
  apply isW in L. assert (Tt : teval d (Yr y') (fixX (XP (xs c) (xd c)) o) <= ev d q).
  { rewrite <- payX, L. apply Rmult_le_compat_l; [lra|exact P]. }
  assert (A : at_low (from c) (tget (ykey k) (fixX (XP (xs c) (xd c)) o)) (y' k)).
  { rewrite <- (Yr_key y' k). clear - Sy Q Tt Hd. destruct (fixX (XP (xs c) (xd c)) o) as [|l v r].
    { replace (tget (ykey k) Lf) with (@nil Z) by (destruct (ykey k); reflexivity). unfold at_low. cbn. split; discriminate. }
    assert (B : forall k, 0 <= Yr y' k <= 1). { intros j. unfold Yr. destruct (Pos.pred_N j); [lra|apply Sy]. }
    cbn [low] in Q. destruct (tlow (from c) l) eqn:E1; [|discriminate]. destruct (tlow (from c) r) eqn:E2; [|discriminate].
    cbn [oadd2] in Q. injection Q as <-. rewrite !ev_add in Tt. cbn [teval] in Tt. change (Yr y' 1) with 1 in Tt.
    pose proof (tlow_ok d _ Hd _ (fun k => Yr y' (xO k)) _ (fun k => B (xO k)) E1).
    pose proof (tlow_ok d _ Hd _ (fun k => Yr y' (xI k)) _ (fun k => B (xI k)) E2).
    unfold ykey. destruct (N.succ_pos (N.succ k)) as [j|j|] eqn:J; cbn [tget].
    - apply (tlow_tight d _ Hd _ (fun k => Yr y' (xI k)) _ (fun k => B (xI k)) E2). lra.
    - apply (tlow_tight d _ Hd _ (fun k => Yr y' (xO k)) _ (fun k => B (xO k)) E1). lra.
    - pose proof (N.succ_pos_spec (N.succ k)) as SP. rewrite J in SP. lia. }
  assert (U := UK). apply all_parts in U as [U _].
  rewrite forallb_forall in U. specialize (U k (met_in m k Mk)). apply orb_true_iff in U as [U|U].
  { apply N.eqb_eq in U. contradiction. }
  destruct A as [A0 A1]. unfold y0, strat. apply orb_true_iff in U as [U|U]; apply andb_true_iff in U as [U1 U2].
  - rewrite (A0 U1). apply (zero_ev d) in U2. rewrite U2. unfold Rdiv. ring.
  - rewrite (A1 U1). apply (zero_ev d) in U2. rewrite ev_sub in U2. replace (ev d (lookup (ys c) k)) with (ev d (yd c)) by lra. field. lra. Qed.

Lemma strat_side l v : (v = [] \/ v = xd c) -> prob (from c) (xd c) l = true -> ppos (from c) (xd c) = true -> strategy (strat d ((im, v) :: l) (xd c)).
Proof. intros Hv P D i. rewrite strat_cons. unfold upd. pose proof (pos_ev d _ Hd _ D). destruct (i =? im)%N.
  - destruct Hv as [-> | ->]; [rewrite ev_nil; unfold Rdiv; rewrite Rmult_0_l; lra|unfold Rdiv; rewrite Rinv_r; lra].
  - apply (prob_ok d _ Hd l (xd c) D P). Qed.

Theorem yonly y' : guarantees_banquier n m (V c d) y' -> forall k, cell_met m k -> y' k = y0 k.
Proof. intros G. pose proof (yrest y' G) as R. destruct G as [Sy G]. destruct pre as (Dx & Dy & Dv & DT).
  assert (C := OK). apply check_parts in C as (Pxd & Pyd & Pvd & PT & Px & Py & _ & _).
  assert (U := UK). apply all_parts in U as (_ & _ & Ia & Ib & Op & _).
  apply isW in Ia. apply isW in Ib. rewrite tevalP_ok in Ia, Ib.
  assert (Z : y' km - y0 km = 0).
  { assert (Step : forall v, (v = [] \/ v = xd c) ->
      teval d (fun k => ev d (YP (ys c) (yd c) k)) (fixX (XP ((im, v) :: xs c) (xd c)) o) = ev d (pmul (xd c) (yd c)) * W ->
      (y' km - y0 km) * ev d (tget (ykey km) (fixX (XP ((im, v) :: xs c) (xd c)) o)) <= 0).
    { intros v Hv I. pose proof (mean_le _ _ (G _ (strat_side _ _ Hv Px Pxd))) as P.
      rewrite (payoff_ext n m win _ (strat d ((im, v) :: xs c) (xd c)) y' (upd y0 km (y' km))) in P; auto.
      2:{ intros k Mk. unfold upd. destruct (N.eqb_spec k km); subst; auto. }
      apply Rmult_le_compat_l with (r := ev d (xd c)) in P; [|lra]. rewrite payX in P.
      rewrite (teval_ext _ _ _ (fun k => ev d (yd c) * Yr y0 k)) in I by (intros; apply YP_ok; lra).
      rewrite teval_scal, ev_mul in I. rewrite (Rmult_comm (ev d (xd c))), Rmult_assoc in I. apply Rmult_eq_reg_l in I; [|lra].
      set (t := fixX (XP ((im, v) :: xs c) (xd c)) o) in *. pose proof (teval_diff d t (ykey km) (Yr (upd y0 km (y' km))) (Yr y0) (fun j => Yr_upd y0 km (y' km) j)) as D.
      rewrite !Yr_key in D. unfold upd at 2 in D. rewrite N.eqb_refl in D. apply Rle_trans with (teval d (Yr (upd y0 km (y' km))) t - teval d (Yr y0) t); [right; symmetry; exact D|lra]. }
    eapply opp_ok; [exact Op|apply Step; auto|apply Step; auto]. }
  intros k Mk. destruct (N.eq_dec k km); [subst; lra|auto]. Qed.

Lemma low1_sem v q z : 0 <= z <= 1 -> low1 (from c) v = Some q -> z * ev d v <= ev d q -> (0 < ev d v -> z = 0) /\ (ev d v < 0 -> z = 1).
Proof. intros Hz E L. unfold low1 in E. destruct (pnonneg (from c) v) eqn:E0.
  - apply (nonneg_ev d _ Hd) in E0. injection E as <-. rewrite ev_nil in L. split; intros; nra.
  - destruct (pnonneg (from c) (pneg v)) eqn:E2; [|discriminate]. injection E as <-.
    apply (nonneg_ev d _ Hd) in E2. rewrite ev_neg in E2. split; intros; nra. Qed.
Lemma high_tight l x : strategy x -> forall q, high (from c) l = Some q -> - ev d q <= Rsum l (fun e => Xr x (fst e) * ev d (snd e)) ->
  forall i v, In (Free i, v) l -> (0 < ev d v -> x i = 1) /\ (ev d v < 0 -> x i = 0).
Proof. intros Hx. induction l as [|[k v] l IH]; intros q; [intros _ _ i v []|].
  unfold high; cbn [fold_right Rsum]. fold (high (from c) l).
  destruct (high1 (from c) (k, v)) as [p|] eqn:E1; [|discriminate]. destruct (high (from c) l) as [r|] eqn:E2; [|discriminate].
  cbn [oadd2]. intros [= <-]. rewrite ev_add. cbn [fst snd]. intros B.
  pose proof (high_ok d _ Hd l x Hx r E2) as R1.
  assert (R2 : Rsum [(k, v)] (fun e => Xr x (fst e) * ev d (snd e)) <= - ev d (padd p [])).
  { apply (high_ok d _ Hd [(k, v)] x Hx). unfold high; cbn [fold_right]. rewrite E1. reflexivity. }
  rewrite ev_add, ev_nil in R2. unfold Rsum in R1, R2, IH. cbn [fold_right fst snd] in R2.
  intros i w [E|I].
  - injection E as -> ->. unfold high1 in E1; cbn [fst snd] in E1. cbn [Xr] in *.
    destruct (low1_sem _ _ (x i) (Hx i) E1) as [A0 A1]; rewrite ?ev_neg in *; [lra|]. split; intros; [apply A1|apply A0]; lra.
  - apply (IH r eq_refl); auto. lra. Qed.

Lemma xrest x' : guarantees_ponte n m (V c d) x' -> forall i, seen_on_five m i -> i <> im -> x' i = x0 i.
Proof. intros [Sx G] i Mi Hi. destruct pre as (Dx & Dy & Dv & DT).
  assert (C := OK). apply check_parts in C as (Pxd & Pyd & Pvd & PT & Px & Py & _ & H).
  assert (Sy : strategy y0) by (eapply prob_ok; eauto).
  pose proof (mean_ge _ _ (G _ Sy)) as P. apply (is_ok d) in H as [q [Q E]]. rewrite ev_neg, !ev_mul in E.
  assert (EW : - ev d q = ev d (yd c) * W).
  { apply Rmult_eq_reg_r with (ev d (vd c)); [|lra]. unfold W, V. replace (- ev d q * ev d (vd c)) with (ev d (vn c) * (ev d (yd c) * ev d T)) by lra. field. lra. }
  assert (B : - ev d q <= Rsum (fixY (YP (ys c) (yd c)) o) (fun e => Xr x' (fst e) * ev d (snd e))).
  { rewrite <- payY, EW. apply Rmult_le_compat_l; [lra|exact P]. }
  pose proof (high_tight _ _ Sx _ Q B) as A.
  assert (U := UK). apply all_parts in U as (_ & U & _).
  rewrite forallb_forall in U. specialize (U i (fives_in m i Mi)). apply orb_true_iff in U as [U|U].
  { apply N.eqb_eq in U. contradiction. }
  apply existsb_exists in U as [[k v] [I U]]. cbn [fst snd] in U. destruct k as [| |j]; try discriminate.
  apply andb_true_iff in U as [J U]. apply N.eqb_eq in J. subst j. destruct (A i v I) as [A1 A0].
  unfold x0, strat. apply orb_true_iff in U as [U|U]; apply andb_true_iff in U as [U1 U2]; apply (pos_ev d _ Hd) in U1; apply (zero_ev d) in U2.
  - rewrite (A1 U1). rewrite ev_sub in U2. replace (ev d (lookup (xs c) i)) with (ev d (xd c)) by lra. field. lra.
  - rewrite ev_neg in U1. rewrite A0 by lra. rewrite U2. unfold Rdiv. ring. Qed.
Lemma strat_sideY l v : (v = [] \/ v = yd c) -> prob (from c) (yd c) l = true -> ppos (from c) (yd c) = true -> strategy (strat d ((km, v) :: l) (yd c)).
Proof. intros Hv P D i. rewrite strat_cons. unfold upd. pose proof (pos_ev d _ Hd _ D). destruct (i =? km)%N.
  - destruct Hv as [-> | ->]; [rewrite ev_nil; unfold Rdiv; rewrite Rmult_0_l; lra|unfold Rdiv; rewrite Rinv_r; lra].
  - apply (prob_ok d _ Hd l (yd c) D P). Qed.
Lemma opp_ok2 a b z : opposite (from c) a b = true -> 0 <= z * ev d a -> 0 <= z * ev d b -> z = 0.
Proof. intros O H1 H2. assert (- z = 0); [|lra]. eapply opp_ok; [exact O|lra|lra]. Qed.
Theorem xonly x' : guarantees_ponte n m (V c d) x' -> forall i, seen_on_five m i -> x' i = x0 i.
Proof. intros G. pose proof (xrest x' G) as R. destruct G as [Sx G]. destruct pre as (Dx & Dy & Dv & DT).
  assert (C := OK). apply check_parts in C as (Pxd & Pyd & Pvd & PT & Px & Py & _ & _).
  assert (U := UK). apply all_parts in U as (_ & _ & _ & _ & _ & Ia & Ib & Op & _).
  apply isW in Ia. apply isW in Ib. unfold xevalP in Ia, Ib. rewrite ev_sum in Ia, Ib.
  assert (Z : x' im - x0 im = 0).
  { assert (Step : forall v, (v = [] \/ v = yd c) ->
      Rsum (fixY (YP ((km, v) :: ys c) (yd c)) o) (fun e => ev d (pmul (XP (xs c) (xd c) (fst e)) (snd e))) = ev d (pmul (xd c) (yd c)) * W ->
      0 <= (x' im - x0 im) * ev d (xget im (fixY (YP ((km, v) :: ys c) (yd c)) o))).
    { intros v Hv I. pose proof (mean_ge _ _ (G _ (strat_sideY _ _ Hv Py Pyd))) as P.
      rewrite (payoff_ext n m win x' (upd x0 im (x' im)) _ (strat d ((km, v) :: ys c) (yd c))) in P; auto.
      2:{ intros i Mi. unfold upd. destruct (N.eqb_spec i im); subst; auto. }
      apply Rmult_le_compat_l with (r := ev d (yd c)) in P; [|lra]. rewrite payY in P.
      rewrite (Rsum_ext _ _ (fun e => ev d (xd c) * (Xr x0 (fst e) * ev d (snd e)))) in I.
      2:{ intros e _. rewrite ev_mul, XP_ok by lra. unfold x0. ring. }
      rewrite Rsum_scal, ev_mul, Rmult_assoc in I. apply Rmult_eq_reg_l in I; [|lra].
      set (t := fixY (YP ((km, v) :: ys c) (yd c)) o) in *. rewrite <- (xdiff d t x0 im (x' im)). lra. }
    eapply opp_ok2; [exact Op|apply Step; auto|apply Step; auto]. }
  intros i Mi. destruct (N.eq_dec i im); [subst; lra|auto]. Qed.
End U.

(* Both checks together, for any table that gives the payoffs. *)
Definition checks m o T c : bool := check o T c && ucheck m o T c.
Theorem checks_ok m c d n o T : (from c <= d)%Z ->
  (forall x y, payoff n m win x y = oeval d (Xr x) (Yr y) o) -> deals n m = ev d T ->
  checks m o T c = true ->
  let x := strat d (xs c) (xd c) in let y := strat d (ys c) (yd c) in
  solves n m (V c d) x y /\ only_ones n m (V c d) x y.
Proof. intros Hd Ho HT H. apply andb_prop in H as [C U]. cbv zeta. split.
  - apply (check_ok0 m c d n Hd o T Ho HT C).
  - split; [apply (xonly m c d n o T Hd Ho HT C U)|apply (yonly m c d n o T Hd Ho HT C U)]. Qed.
