(* What a certificate says, a checker of it that Coq runs, and the theorem that it is right. *)

Require Import ZArith NArith List Reals Lra Lia Bool.
From Baccarat Require Import Rules Polynomials Table.
Import ListNotations.
Open Scope R_scope.
Opaque cards.

Definition lookup (l : list (N * poly)) (i : N) : poly :=
  match find (fun e => (fst e =? i)%N) l with Some e => snd e | None => [] end.

(* A claim for every d from [from] on. The ponte draws with probability xp/xd on the hand xmix, for
   certain on the hands xsure and never on the others; the banquier with yp/yd in the cell ymix,
   for certain in the cells ysure; and the value is vn/vd. *)
Record cert := {
  from : Z;
  xmix : N; xp : poly; xd : poly; xsure : list N;
  ymix : N; yp : poly; yd : poly; ysure : list N;
  vn : poly; vd : poly }.

(* All draws, over the denominator of the strategy. *)
Definition xs (c : cert) : list (N * poly) := (xmix c, xp c) :: map (fun k => (k, xd c)) (xsure c).
Definition ys (c : cert) : list (N * poly) := (ymix c, yp c) :: map (fun k => (k, yd c)) (ysure c).

(* The payoff at one strategy: a line in the other one. *)
Definition XP (l : list (N * poly)) (den : poly) (k : xk) : poly :=
  match k with One => den | Zero => [] | Free i => lookup l i end.
Definition YP (l : list (N * poly)) (den : poly) (k : positive) : poly :=
  match Pos.pred_N k with 0%N => den | m => lookup l (N.pred m) end.
Definition fixX (X : xk -> poly) (o : table) : trie := fold_right (fun e t => tmerge (tmul (X (fst e)) (snd e)) t) Lf o.
Definition fixY (Y : positive -> poly) (o : table) : list (xk * poly) := map (fun e => (fst e, tevalP Y (snd e))) o.

(* The lowest value of a line over y, and the highest over x: minus the lowest of its opposite. *)
Definition low (s : Z) (t : trie) : option poly :=
  match t with Lf => Some [] | Nd l v r => oadd2 (Some v) (oadd2 (tlow s l) (tlow s r)) end.
Definition high1 (s : Z) (e : xk * poly) : option poly :=
  match fst e with One => Some (pneg (snd e)) | Zero => Some [] | Free _ => low1 s (pneg (snd e)) end.
Definition high (s : Z) (l : list (xk * poly)) : option poly :=
  fold_right (fun e a => oadd2 (high1 s e) a) (Some []) l.
Definition prob (s : Z) (den : poly) (l : list (N * poly)) : bool :=
  forallb (fun e => pnonneg s (snd e) && pnonneg s (psub den (snd e))) l.
Definition is (o : option poly) (v : poly) (den : poly) : bool :=
  match o with Some q => pzero (psub (pmul q den) v) | None => false end.

(* What makes the strategies optimal and the value right; [guards] so that each can be tested. *)
Definition guards (o : table) (T : poly) (c : cert) : list bool :=
  let s := from c in
  [ ppos s (xd c); ppos s (yd c); ppos s (vd c); ppos s T;
    prob s (xd c) (xs c); prob s (yd c) (ys c);
    is (low s (fixX (XP (xs c) (xd c)) o)) (pmul (vn c) (pmul (xd c) T)) (vd c);
    is (high s (fixY (YP (ys c) (yd c)) o)) (pneg (pmul (vn c) (pmul (yd c) T))) (vd c) ].
Definition all (l : list bool) : bool := forallb (fun b => b) l.
Definition check (o : table) (T : poly) (c : cert) : bool := all (guards o T c).
Fixpoint each (l : list bool) : Prop := match l with [] => True | b :: l => b = true /\ each l end.
Lemma all_parts l : all l = true -> each l.
Proof. induction l as [|b l IH]; cbn [all forallb each]; [auto|]. intros H. apply andb_prop in H. tauto. Qed.
Lemma check_parts o T c : check o T c = true ->
  ppos (from c) (xd c) = true /\ ppos (from c) (yd c) = true /\
  ppos (from c) (vd c) = true /\ ppos (from c) T = true /\
  prob (from c) (xd c) (xs c) = true /\ prob (from c) (yd c) (ys c) = true /\
  is (low (from c) (fixX (XP (xs c) (xd c)) o)) (pmul (vn c) (pmul (xd c) T)) (vd c) = true /\
  is (high (from c) (fixY (YP (ys c) (yd c)) o)) (pneg (pmul (vn c) (pmul (yd c) T))) (vd c) = true.
Proof. intros H. apply all_parts in H. cbn [guards each] in H. tauto. Qed.

Section S.
Variable d : Z.
Definition strat (l : list (N * poly)) (den : poly) (i : N) : R := ev d (lookup l i) / ev d den.
Variable s : Z.
Hypothesis Hs : (s <= d)%Z.
Lemma prob_ok l den : ppos s den = true -> prob s den l = true -> strategy (strat l den).
Proof. intros D P i. apply (pos_ev d s Hs) in D. unfold strat, lookup.
  destruct (find _ l) as [e|] eqn:E.
  - apply find_some in E as [E _]. unfold prob in P. rewrite forallb_forall in P. specialize (P _ E).
    apply andb_true_iff in P as [P1 P2]. apply (nonneg_ev d s Hs) in P1. apply (nonneg_ev d s Hs) in P2. rewrite ev_sub in P2.
    split; [apply Rmult_le_pos; [auto|left; apply Rinv_0_lt_compat; auto]|].
    apply Rmult_le_reg_r with (ev d den); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - rewrite ev_nil. unfold Rdiv. rewrite Rmult_0_l. lra. Qed.
Lemma XP_ok l den k : ev d den <> 0 -> ev d (XP l den k) = ev d den * Xr (strat l den) k.
Proof. intros H. destruct k; cbn [XP Xr]; [ring|rewrite ev_nil; ring|unfold strat; field; auto]. Qed.
Lemma YP_ok l den k : ev d den <> 0 -> ev d (YP l den k) = ev d den * Yr (strat l den) k.
Proof. intros H. unfold YP, Yr. destruct (Pos.pred_N k); [ring|unfold strat; field; auto]. Qed.
Lemma fixX_ok X o f : teval d f (fixX X o) = oeval d (fun k => ev d (X k)) f o.
Proof. unfold oeval, fixX. induction o as [|e o IH]; cbn [fold_right Rsum]; [reflexivity|].
  rewrite teval_merge, teval_mul, IH. reflexivity. Qed.
Lemma fixY_ok Y o X : Rsum (fixY Y o) (fun e => X (fst e) * ev d (snd e)) = oeval d X (fun k => ev d (Y k)) o.
Proof. unfold oeval, fixY. induction o as [|e o IH]; [reflexivity|]. cbn [map Rsum fold_right fst snd].
  unfold Rsum in IH; rewrite IH, tevalP_ok. reflexivity. Qed.
Lemma low_ok t q y : strategy y -> low s t = Some q -> ev d q <= teval d (Yr y) t.
Proof. intros Hy. destruct t; cbn [low teval]; [intros [= <-]; rewrite ev_nil; lra|].
  assert (B : forall k, k <> xH -> 0 <= Yr y k <= 1).
  { intros k Hk. unfold Yr. destruct (Pos.pred_N k); [lra|apply Hy]. }
  destruct (tlow s t1) eqn:E1; [|discriminate]. destruct (tlow s t2) eqn:E2; [|discriminate].
  cbn [oadd2]. intros [= <-]. rewrite !ev_add. change (Yr y 1) with 1.
  pose proof (tlow_ok d s Hs _ (fun k => Yr y (xO k)) _ (fun k => B (xO k) ltac:(discriminate)) E1).
  pose proof (tlow_ok d s Hs _ (fun k => Yr y (xI k)) _ (fun k => B (xI k) ltac:(discriminate)) E2). lra. Qed.
Lemma high_ok l x : strategy x -> forall q, high s l = Some q -> Rsum l (fun e => Xr x (fst e) * ev d (snd e)) <= - ev d q.
Proof. intros Hx. induction l as [|[k v] l IH]; unfold high; cbn [fold_right Rsum]; intros q.
  - intros [= <-]. rewrite ev_nil. lra.
  - fold (high s l). destruct (high1 s (k, v)) eqn:E1; [|discriminate]. destruct (high s l) eqn:E2; [|discriminate].
    cbn [oadd2]. intros [= <-]. rewrite ev_add. specialize (IH _ eq_refl). unfold Rsum in IH. cbn [fst snd] in *.
    assert (Xr x k * ev d v <= - ev d p); [|lra].
    unfold high1 in E1; cbn [fst snd] in E1. destruct k; cbn [Xr].
    + injection E1 as <-. rewrite ev_neg; lra.
    + injection E1 as <-. rewrite ev_nil; lra.
    + pose proof (low1_ok d s Hs _ _ (x i) (Hx i) E1) as L. rewrite ev_neg in L. lra. Qed.
Lemma is_ok o v den : is o v den = true -> exists q, o = Some q /\ ev d q * ev d den = ev d v.
Proof. unfold is. destruct o as [q|]; [|discriminate]. intros H. exists q; split; auto.
  apply (zero_ev d) in H. rewrite ev_sub, ev_mul in H. lra. Qed.
End S.

Section Sound.
Variables (m : model) (c : cert) (d : Z) (n : shoe).
Hypothesis Hd : (from c <= d)%Z.
Definition V := ev d (vn c) / ev d (vd c).
Lemma oeval_scalX a X Y o : oeval d (fun k => a * X k) Y o = a * oeval d X Y o.
Proof. unfold oeval. rewrite <- Rsum_scal. apply Rsum_ext; intros; ring. Qed.
Lemma oeval_scalY a X Y o : oeval d X (fun k => a * Y k) o = a * oeval d X Y o.
Proof. unfold oeval. rewrite <- Rsum_scal. apply Rsum_ext; intros. rewrite teval_scal; ring. Qed.
Lemma oeval_ext X X' Y Y' o : (forall k, X k = X' k) -> (forall k, Y k = Y' k) -> oeval d X Y o = oeval d X' Y' o.
Proof. intros HX HY. unfold oeval. apply Rsum_ext; intros. rewrite HX. f_equal. apply teval_ext; auto. Qed.

Variables (o : table) (T : poly).
Hypothesis Ho : forall x y, payoff n m win x y = oeval d (Xr x) (Yr y) o.
Hypothesis HT : deals n m = ev d T.
Theorem check_ok0 : check o T c = true ->
  solves n m V (strat d (xs c) (xd c)) (strat d (ys c) (yd c)).
Proof. intros C. apply check_parts in C as (Pxd & Pyd & Pvd & PT & Px & Py & L & H).
  pose proof (pos_ev d _ Hd _ Pxd) as Dx. pose proof (pos_ev d _ Hd _ Pyd) as Dy.
  pose proof (pos_ev d _ Hd _ Pvd) as Dv. pose proof (pos_ev d _ Hd _ PT) as DT.
  split; split.
  - eapply prob_ok; eauto.
  - intros y Hy. unfold mean. rewrite HT, Ho.
    apply (is_ok d) in L as [q [L E]]. pose proof (low_ok d _ Hd _ _ _ Hy L) as B. rewrite fixX_ok in B.
    rewrite (oeval_ext _ (fun k => ev d (xd c) * Xr (strat d (xs c) (xd c)) k) (Yr y) (Yr y)) in B; auto.
    2:{ intros k. apply XP_ok. lra. }
    rewrite oeval_scalX in B. rewrite !ev_mul in E. set (P := oeval d _ _ _) in *.
    apply Rmult_le_reg_r with (ev d (T)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r; [|lra].
    apply Rmult_le_reg_l with (ev d (xd c)); auto. apply Rle_trans with (ev d q); auto. right.
    apply Rmult_eq_reg_r with (ev d (vd c)); [|lra]. rewrite E. unfold V. field. lra.
  - eapply prob_ok; eauto.
  - intros x Hx. unfold mean. rewrite HT, Ho.
    apply (is_ok d) in H as [q [H E]]. pose proof (high_ok d _ Hd _ _ Hx _ H) as B. rewrite fixY_ok in B.
    rewrite (oeval_ext (Xr x) (Xr x) _ (fun k => ev d (yd c) * Yr (strat d (ys c) (yd c)) k)) in B; auto.
    2:{ intros k. apply YP_ok. lra. }
    rewrite oeval_scalY in B. rewrite ev_neg, !ev_mul in E. set (P := oeval d _ _ _) in *.
    apply Rmult_le_reg_r with (ev d (T)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r; [|lra].
    apply Rmult_le_reg_l with (ev d (yd c)); auto. apply Rle_trans with (- ev d q); auto. right.
    apply Rmult_eq_reg_r with (ev d (vd c)); [|lra].
    replace (- ev d q * ev d (vd c)) with (ev d (vn c) * (ev d (yd c) * ev d (T))) by lra. unfold V. field. lra.
Qed.
End Sound.
