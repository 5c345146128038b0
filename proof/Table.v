(* The table of payoffs, computed from the rules, and the proof that it is the payoff.

   The payoff of a coup is a sum of terms: a hand of the ponte (or nothing), times a cell of the
   banquier (or nothing), times a polynomial in d. [build] adds them up, and takes two cards of a
   hand only in one order: the other order gives the same terms. *)

Require Import ZArith NArith List Reals Lra Lia Bool.
From Baccarat Require Import Rules Polynomials.
Import ListNotations.
Open Scope R_scope.

(* What a term has of the ponte: he draws for certain, never, or with probability x i. *)
Inductive xk := One | Zero | Free (i : N).
Definition Xr (x : N -> R) (k : xk) : R := match k with One => 1 | Zero => 0 | Free i => x i end.
(* Of the banquier: nothing (the key 1), or y k. *)
Definition Yr (y : N -> R) (k : positive) : R := match Pos.pred_N k with 0%N => 1 | m => y (N.pred m) end.
Definition ykey (c : N) : positive := N.succ_pos (N.succ c).
Lemma Yr_key y c : Yr y (ykey c) = y c.
Proof. unfold Yr, ykey. rewrite N.pos_pred_succ. destruct (N.succ c) eqn:E; [lia|]. rewrite <- E, N.pred_succ; auto. Qed.

Definition xkey (m : model) (p1 p2 : N) : xk :=
  if (total p1 p2 <=? 4)%N then One
  else if (total p1 p2 =? 5)%N then Free (see (ponte m) p1 p2) else Zero.
Lemma Xr_key m x p1 p2 : Xr x (xkey m p1 p2) = draws m x p1 p2.
Proof. unfold xkey, draws. destruct (total p1 p2 <=? 4)%N; auto. destruct (total p1 p2 =? 5)%N; auto. Qed.

(* ---- Cards in another order ---- *)
Lemma ways_ext b l : forall n n', (forall k, n k = n' k) -> ways b n l = ways b n' l.
Proof. induction l; intros; cbn [ways]; [reflexivity|]. rewrite H. f_equal. apply IHl.
  intros k. unfold take. rewrite H. reflexivity. Qed.
Lemma ways_swap r a b l n : ways r n (a :: b :: l) = ways r n (b :: a :: l).
Proof. cbn [ways]. rewrite (ways_ext r l (take r (take r n a) b) (take r (take r n b) a)).
  - generalize (ways r (take r (take r n b) a) l). intros z. unfold take. destruct r; cbn beta iota; [ring|].
    destruct (N.eqb_spec b a), (N.eqb_spec a b); try congruence; subst; ring.
  - intros k. unfold take. destruct r; [reflexivity|]. destruct (N.eqb_spec k a), (N.eqb_spec k b); lia. Qed.
Lemma total_comm a b : total a b = total b a.
Proof. unfold total. rewrite N.add_comm. reflexivity. Qed.
Lemma see_comm s a b : see s a b = see s b a.
Proof. destruct s; cbn [see]; [apply total_comm|]. rewrite N.min_comm, N.max_comm. reflexivity. Qed.
Lemma draws_comm m x p1 p2 : draws m x p1 p2 = draws m x p2 p1.
Proof. unfold draws. rewrite total_comm, see_comm. reflexivity. Qed.

(* Two cards in one order, and in how many orders they come. *)
Fixpoint pairs (l : list N) : list (N * N * Z) :=
  match l with [] => [] | a :: l => (a, a, 1%Z) :: map (fun b => (a, b, 2%Z)) l ++ pairs l end.
Lemma pairs_in l a b k : In (a, b, k) (pairs l) -> In a l /\ In b l.
Proof. induction l as [|c l IH]; cbn [pairs]; [intros []|]. intros [[= <- <- _]|I]; [split; left; reflexivity|].
  apply in_app_or in I as [I|I].
  - apply in_map_iff in I as [e [[= <- <- _] I]]. split; [left; reflexivity|right; exact I].
  - apply IH in I. split; right; tauto. Qed.
Lemma sum_pairs l f : (forall a b, f a b = f b a) ->
  Rsum l (fun a => Rsum l (f a)) = Rsum (pairs l) (fun e => IZR (snd e) * f (fst (fst e)) (snd (fst e))).
Proof. intros S. induction l as [|a l IH]; [reflexivity|]. cbn [pairs].
  change (Rsum (a :: l) (f a) + Rsum l (fun u => Rsum (a :: l) (f u)) = 1 * f a a
    + Rsum (map (fun b => (a, b, 2%Z)) l ++ pairs l) (fun e => IZR (snd e) * f (fst (fst e)) (snd (fst e)))).
  rewrite Rsum_app, <- IH.
  replace (Rsum l (fun u => Rsum (a :: l) (f u))) with (Rsum l (f a) + Rsum l (fun u => Rsum l (f u))).
  - replace (Rsum (map (fun b => (a, b, 2%Z)) l) (fun e => IZR (snd e) * f (fst (fst e)) (snd (fst e)))) with (2 * Rsum l (f a)).
    + change (Rsum (a :: l) (f a)) with (f a a + Rsum l (f a)). ring.
    + rewrite <- Rsum_scal. clear. induction l as [|b l IH]; [reflexivity|].
      cbn [map Rsum fold_right fst snd]. unfold Rsum in IH. rewrite IH. reflexivity.
  - rewrite <- Rsum_plus. apply Rsum_ext. intros u _. rewrite (S a u). reflexivity. Qed.

(* ---- The terms of one deal, in a shoe whose counts are polynomials ---- *)
Definition takeP (back : bool) (n : N -> poly) (c : N) : N -> poly :=
  fun k => if back then n k else if (k =? c)%N then padd (n k) [(-1)%Z] else n k.

(* The same function of a card, its ten values computed once. *)
Definition memo {A} (n : N -> A) : N -> A :=
  let n0 := n 0%N in let n1 := n 1%N in let n2 := n 2%N in let n3 := n 3%N in let n4 := n 4%N in
  let n5 := n 5%N in let n6 := n 6%N in let n7 := n 7%N in let n8 := n 8%N in let n9 := n 9%N in
  fun k => match k with
    | 0 => n0 | 1 => n1 | 2 => n2 | 3 => n3 | 4 => n4
    | 5 => n5 | 6 => n6 | 7 => n7 | 8 => n8 | 9 => n9 | _ => n k end%N.
Lemma memo_ok {A} (n : N -> A) k : memo n k = n k.
Proof. unfold memo. destruct k as [|p]; [reflexivity|]. do 4 (destruct p; try reflexivity). Qed.

Definition term := (xk * (positive * poly))%type.
Section M.
Variable m : model.
Variable pay : N -> N -> Z.
(* How many cards are left after k, of [all]. *)
Definition left_of (all : poly) (k : Z) : poly := if back m then all else padd all [(- k)%Z].
Definition local (n : N -> poly) (all : poly) (orders : Z) (p1 p2 b1 b2 : N) : list term :=
  let n1 := takeP (back m) n p1 in let n2 := takeP (back m) n1 p2 in
  let n3 := takeP (back m) n2 b1 in let n4 := memo (takeP (back m) n3 b2) in
  let w4 := pscale orders (pmul (n p1) (pmul (n1 p2) (pmul (n2 b1) (n3 b2)))) in
  let p := total p1 p2 in let b := total b1 b2 in let third := memo (total b) in
  let nat := ((8 <=? p) || (8 <=? b))%N%bool in
  let kx := xkey m p1 p2 in let kb := see (banquier m) b1 b2 in
  flat_map (fun c5 =>
    let n5 := takeP (back m) n4 c5 in
    let w5 := pmul w4 (n4 c5) in
    let w := pmul w5 (left_of all 5) in
    if nat then [(One, (xH, pscale (pay p b) w))]
    else let o := pay p b in let pt := total p c5 in
      let o1 := pay pt b in let ob := (pay p (third c5) - o)%Z in
      [ (One, (xH, pscale o w)); (kx, (xH, pscale (o1 - o) w));
        (kx, (ykey (cell kb c5), pmul w5 (psum cards (fun c6 => pscale (pay pt (third c6) - o1) (n5 c6)))));
        (One, (ykey (cell kb stood), pscale ob w)); (kx, (ykey (cell kb stood), pscale (- ob) w)) ]) cards.

Variable d : Z.
Definition tsum (x y : N -> R) (l : list term) : R :=
  Rsum l (fun t => Xr x (fst t) * (Yr y (fst (snd t)) * ev d (snd (snd t)))).

Lemma sum6 (l : list N) (n : N -> Z) (np : N -> poly) w (o11 : N -> Z) (o10 o01 o00 : Z) dx ys yn :
  (forall c, pev d (np c) = n c) ->
  Rsum l (fun c6 => IZR (w * n c6) * (dx * (ys * IZR (o11 c6) + (1 - ys) * IZR o10) + (1 - dx) * (yn * IZR o01 + (1 - yn) * IZR o00)))
  = dx * ys * (IZR w * ev d (psum l (fun c6 => pscale (o11 c6 - o10) (np c6))))
    + IZR w * ev d (psum l np) * (dx * IZR o10 + (1 - dx) * (yn * IZR o01 + (1 - yn) * IZR o00)).
Proof. intros H. induction l; simpl; [rewrite ev_nil; ring|].
  rewrite IHl, !ev_add, ev_scale. replace (ev d (np a)) with (IZR (n a)) by (unfold ev; rewrite H; auto). rewrite mult_IZR, minus_IZR. ring. Qed.
Lemma sum6n (l : list N) (n : N -> Z) (np : N -> poly) w o :
  (forall c, pev d (np c) = n c) ->
  Rsum l (fun c6 => IZR (w * n c6) * o) = IZR w * ev d (psum l np) * o.
Proof. intros H. induction l; simpl; [rewrite ev_nil; ring|].
  rewrite IHl, ev_add. replace (ev d (np a)) with (IZR (n a)) by (unfold ev; rewrite H; auto). rewrite mult_IZR. ring. Qed.
Lemma take_ok np n c : (forall k, pev d (np k) = n k) -> forall k, pev d (takeP (back m) np c k) = take (back m) n c k.
Proof. intros H k. unfold takeP, take. destruct (back m); auto. destruct (k =? c)%N; auto.
  rewrite pev_add, H. cbn [pev]. ring. Qed.

Lemma sum_less np c l : ev d (psum l (takeP false np c)) = ev d (psum l np) - IZR (Z.of_nat (count_occ N.eq_dec l c)).
Proof. induction l as [|a l IH]; [cbn; lra|]. rewrite !ev_sum in *. unfold Rsum in *. cbn [fold_right count_occ].
  rewrite IH. unfold takeP at 1. destruct (N.eqb_spec a c), (N.eq_dec a c); try contradiction; [|lra].
  rewrite Nat2Z.inj_succ, <- Z.add_1_r, plus_IZR, ev_add. unfold ev at 2. cbn [pev]. rewrite Z.mul_0_r, Z.add_0_r. lra. Qed.
Lemma sum_take np c : In c cards ->
  ev d (psum cards (takeP (back m) np c)) = ev d (psum cards np) - (if back m then 0 else 1).
Proof. intros I. destruct (back m); [rewrite Rminus_0_r; reflexivity|]. rewrite sum_less. do 2 f_equal.
  cbn [In cards] in I. repeat (destruct I as [<-|I]; [reflexivity|]). destruct I. Qed.
Lemma left_of_ok all k : ev d (left_of all k) = ev d all - (if back m then 0 else IZR k).
Proof. unfold left_of. destruct (back m); [ring|]. rewrite ev_add. unfold ev at 2. cbn [pev].
  rewrite Z.mul_0_r, Z.add_0_r, opp_IZR. ring. Qed.
Lemma local_ok np n x y orders p1 p2 b1 b2 : (forall k, pev d (np k) = n k) ->
  In p1 cards -> In p2 cards -> In b1 cards -> In b2 cards ->
  tsum x y (local np (psum cards np) orders p1 p2 b1 b2) =
  IZR orders * Rsum cards (fun c5 => Rsum cards (fun c6 =>
    IZR (ways (back m) n [p1; p2; b1; b2; c5; c6]) * result m pay x y p1 p2 b1 b2 c5 c6)).
Proof. intros H J1 J2 J3 J4. unfold tsum, local. rewrite Rsum_flat, <- Rsum_scal. apply Rsum_ext. intros c5 J5.
  rewrite <- Rsum_scal.
  pose proof (take_ok np n p1 H) as H1. pose proof (take_ok _ _ p2 H1) as H2.
  pose proof (take_ok _ _ b1 H2) as H3.
  assert (H4 : forall k, pev d (memo (takeP (back m) (takeP (back m) (takeP (back m) (takeP (back m) np p1) p2) b1) b2) k)
    = take (back m) (take (back m) (take (back m) (take (back m) n p1) p2) b1) b2 k).
  { intros k. rewrite memo_ok. apply take_ok, H3. }
  assert (L : ev d (psum cards (takeP (back m) (memo (takeP (back m) (takeP (back m) (takeP (back m) (takeP (back m) np p1) p2) b1) b2)) c5))
    = ev d (left_of (psum cards np) 5)).
  { rewrite sum_take by exact J5. rewrite (psum_ext cards _ _ (memo_ok _)).
    rewrite !sum_take by assumption. rewrite left_of_ok. destruct (back m); ring. }
  pose proof (take_ok _ _ c5 H4) as H5. cbn [ways].
  set (n1 := take (back m) n p1) in *. set (n2 := take (back m) n1 p2) in *.
  set (n3 := take (back m) n2 b1) in *. set (n4 := take (back m) n3 b2) in *. set (n5 := take (back m) n4 c5) in *.
  set (q1 := takeP (back m) np p1) in *. set (q2 := takeP (back m) q1 p2) in *.
  set (q3 := takeP (back m) q2 b1) in *. set (q4 := memo (takeP (back m) q3 b2)) in *. set (q5 := takeP (back m) q4 c5) in *.
  set (w := (orders * (n p1 * (n1 p2 * (n2 b1 * (n3 b2 * n4 c5)))))%Z).
  assert (W : IZR w = ev d (pmul (pscale orders (pmul (np p1) (pmul (q1 p2) (pmul (q2 b1) (q3 b2))))) (q4 c5))).
  { unfold ev. rewrite pev_mul, pev_scale, !pev_mul, H, H1, H2, H3, H4. f_equal. unfold w. ring. }
  unfold result. destruct ((8 <=? total p1 p2) || (8 <=? total b1 b2))%N%bool eqn:E.
  - rewrite (Rsum_ext cards _ (fun c6 => IZR (w * n5 c6) * IZR (pay (total p1 p2) (total b1 b2)))).
    2:{ intros c6 _. rewrite <- Rmult_assoc, <- mult_IZR. f_equal. f_equal. unfold w. ring. }
    rewrite (sum6n cards n5 q5 w _ H5). rewrite L, W. unfold Rsum at 1; cbn [fold_right fst snd Xr].
    rewrite ev_scale, ev_mul. change (Yr y 1) with 1. ring.
  - rewrite (Rsum_ext cards _ (fun c6 => IZR (w * n5 c6) *
      (draws m x p1 p2 * (y (cell (see (banquier m) b1 b2) c5) * IZR ((fun c6 => pay (total (total p1 p2) c5) (memo (total (total b1 b2)) c6)) c6)
        + (1 - y (cell (see (banquier m) b1 b2) c5)) * IZR (pay (total (total p1 p2) c5) (total b1 b2)))
       + (1 - draws m x p1 p2) * (y (cell (see (banquier m) b1 b2) stood) * IZR (pay (total p1 p2) (total (total b1 b2) c5))
        + (1 - y (cell (see (banquier m) b1 b2) stood)) * IZR (pay (total p1 p2) (total b1 b2)))))).
    2:{ intros c6 _. cbn beta. rewrite memo_ok, <- Rmult_assoc, <- mult_IZR. f_equal. f_equal. unfold w. ring. }
    rewrite (sum6 cards n5 q5 w _ _ _ _ _ _ _ H5). rewrite L, W. rewrite memo_ok. unfold Rsum at 1; cbn [fold_right fst snd].
    rewrite !Xr_key, !Yr_key, !ev_scale, !ev_mul, opp_IZR, !minus_IZR. change (Yr y 1) with 1. cbn [Xr]. ring.
Qed.

(* ---- The whole table ---- *)
Opaque cards.
Definition terms (n : N -> poly) : list term :=
  let all := psum cards n in
  let l := pairs cards in
  flat_map (fun p => flat_map (fun b =>
    local n all (snd p * snd b) (fst (fst p)) (snd (fst p)) (fst (fst b)) (snd (fst b))) l) l.
Definition table := list (xk * trie).
Definition xeqb (a b : xk) := match a, b with One, One => true | Zero, Zero => true | Free i, Free j => (i =? j)%N | _, _ => false end.
Lemma xeqb_ok a b : xeqb a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; auto. rewrite N.eqb_eq; congruence. Qed.
Fixpoint oadd (t : term) (l : table) : table :=
  match l with
  | [] => [(fst t, tadd (fst (snd t)) (snd (snd t)) Lf)]
  | (k, tr) :: l' => if xeqb (fst t) k then (k, tadd (fst (snd t)) (snd (snd t)) tr) :: l' else (k, tr) :: oadd t l'
  end.
Definition build (n : N -> poly) : table := fold_left (fun acc t => oadd t acc) (terms n) [].
Definition oeval (X : xk -> R) (Y : positive -> R) (l : table) : R := Rsum l (fun e => X (fst e) * teval d Y (snd e)).
Lemma oeval_add X Y t l : oeval X Y (oadd t l) = X (fst t) * (Y (fst (snd t)) * ev d (snd (snd t))) + oeval X Y l.
Proof. unfold oeval. induction l as [|[k tr] l IH]; simpl.
  - rewrite teval_add. simpl. ring.
  - destruct (xeqb (fst t) k) eqn:E; simpl.
    + apply xeqb_ok in E. subst k. rewrite teval_add. ring.
    + rewrite IH. ring. Qed.
Lemma oeval_fold x y l : forall acc, oeval (Xr x) (Yr y) (fold_left (fun acc t => oadd t acc) l acc) = oeval (Xr x) (Yr y) acc + tsum x y l.
Proof. induction l; intros; simpl; [unfold tsum; simpl; ring|]. rewrite IHl, oeval_add. unfold tsum; simpl. ring. Qed.
Theorem table_ok np n x y : (forall k, pev d (np k) = n k) -> payoff n m pay x y = oeval (Xr x) (Yr y) (build np).
Proof. intros H. unfold build. rewrite oeval_fold. change (oeval (Xr x) (Yr y) []) with 0. rewrite Rplus_0_l.
  unfold tsum, terms, payoff, over_deals. cbv zeta. rewrite Rsum_flat.
  rewrite (sum_pairs cards (fun p1 p2 => Rsum cards (fun b1 => Rsum cards (fun b2 => Rsum cards (fun c5 => Rsum cards (fun c6 =>
    IZR (ways (back m) n [p1; p2; b1; b2; c5; c6]) * result m pay x y p1 p2 b1 b2 c5 c6)))))).
  2:{ intros p1 p2. apply Rsum_ext; intros b1 _. apply Rsum_ext; intros b2 _. apply Rsum_ext; intros c5 _.
    apply Rsum_ext; intros c6 _. rewrite ways_swap. unfold result. rewrite draws_comm, (total_comm p1 p2). reflexivity. }
  apply Rsum_ext. intros [[p1 p2] k] I. apply pairs_in in I as [J1 J2]. cbn [fst snd]. rewrite Rsum_flat.
  rewrite (sum_pairs cards (fun b1 b2 => Rsum cards (fun c5 => Rsum cards (fun c6 =>
    IZR (ways (back m) n [p1; p2; b1; b2; c5; c6]) * result m pay x y p1 p2 b1 b2 c5 c6)))).
  2:{ intros b1 b2. apply Rsum_ext; intros c5 _. apply Rsum_ext; intros c6 _.
    replace (ways (back m) n [p1; p2; b2; b1; c5; c6]) with (ways (back m) n [p1; p2; b1; b2; c5; c6]).
    - unfold result. rewrite (total_comm b1 b2), (see_comm (banquier m) b1 b2). reflexivity.
    - cbn [ways]. f_equal. f_equal. apply (ways_swap (back m) b1 b2 [c5; c6]). }
  rewrite <- Rsum_scal. apply Rsum_ext. intros [[b1 b2] k'] I. apply pairs_in in I as [J3 J4]. cbn [fst snd].
  rewrite <- Rmult_assoc, <- mult_IZR. symmetry. apply (local_ok np n); auto. Qed.

(* ---- The number of deals ---- *)
Fixpoint falling (k : nat) (all : poly) : poly :=
  match k with O => all | S k => pmul all (falling k (left_of all 1)) end.
Definition count (n : N -> poly) : poly := falling 5 (psum cards n).
(* A sum over one more card is the number of cards, times what comes after. *)
Lemma one_more np n all k f : (forall c, pev d (np c) = n c) -> ev d all = ev d (psum cards np) ->
  (forall c, In c cards -> f c = IZR (n c) * ev d (falling k (left_of all 1))) ->
  Rsum cards f = ev d (falling (S k) all).
Proof. intros H A F. cbn [falling]. rewrite ev_mul, A, ev_sum, Rmult_comm, <- Rsum_scal.
  apply Rsum_ext. intros c I. rewrite (F c I). unfold ev at 3. rewrite H. ring. Qed.
Lemma all_after np all c : ev d all = ev d (psum cards np) -> In c cards ->
  ev d (left_of all 1) = ev d (psum cards (takeP (back m) np c)).
Proof. intros A I. rewrite left_of_ok, sum_take, A by exact I. reflexivity. Qed.
Lemma count_ok : forall np n, (forall k, pev d (np k) = n k) -> deals n m = ev d (count np).
Proof. intros np n H. unfold deals, over_deals, count. set (a := psum cards np).
  assert (A : ev d a = ev d (psum cards np)) by reflexivity. clearbody a.
  apply (one_more np n a 4 _ H A). intros p1 I1.
  pose proof (take_ok np n p1 H) as H1. pose proof (all_after np a p1 A I1) as A1.
  rewrite <- (one_more _ _ _ 3 _ H1 A1 (fun c _ => eq_refl)), <- Rsum_scal. apply Rsum_ext; intros p2 I2.
  pose proof (take_ok _ _ p2 H1) as H2. pose proof (all_after _ _ p2 A1 I2) as A2.
  rewrite <- (one_more _ _ _ 2 _ H2 A2 (fun c _ => eq_refl)), <- !Rsum_scal. apply Rsum_ext; intros b1 I3.
  pose proof (take_ok _ _ b1 H2) as H3. pose proof (all_after _ _ b1 A2 I3) as A3.
  rewrite <- (one_more _ _ _ 1 _ H3 A3 (fun c _ => eq_refl)), <- !Rsum_scal. apply Rsum_ext; intros b2 I4.
  pose proof (take_ok _ _ b2 H3) as H4. pose proof (all_after _ _ b2 A3 I4) as A4.
  rewrite <- (one_more _ _ _ 0 _ H4 A4 (fun c _ => eq_refl)), <- !Rsum_scal. apply Rsum_ext; intros c5 I5.
  pose proof (take_ok _ _ c5 H4) as H5. pose proof (all_after _ _ c5 A4 I5) as A5.
  cbn [falling ways]. rewrite A5, ev_sum, <- !Rsum_scal.
  apply Rsum_ext; intros c6 _. unfold ev. rewrite H5, !mult_IZR. ring. Qed.
End M.
