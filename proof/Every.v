(* One table for a model: a certificate for all large d, and one for each smaller number. *)

Require Import ZArith NArith List Reals Lra Lia Bool.
From Baccarat Require Import Rules Polynomials Table Certificate Unique.
Import ListNotations.
Open Scope Z_scope.

(* What a certificate says of n: the strategies, and the value as a fraction. *)
Definition says (m : model) (n : shoe) (c : cert) (d : Z) : Prop :=
  let x := strat d (xs c) (xd c) in let y := strat d (ys c) (yd c) in
  solves n m (V c d) x y /\ only_ones n m (V c d) x y.
Lemma says_one m n c d : says m n c d -> one_solution n m.
Proof. intros H. exists (V c d), (strat d (xs c) (xd c)), (strat d (ys c) (yd c)). exact H. Qed.

(* ---- One shoe ---- *)
Definition constant (n : shoe) : N -> poly := fun c => [n c].
Definition one_shoe m n c : bool := checks m (build m win (constant n)) (count m (constant n)) c.
Opaque build count checks.
Theorem one_shoe_ok m n c : from c = 0 -> one_shoe m n c = true -> says m n c 0.
Proof. intros F H. assert (E : forall k, pev 0 (constant n k) = n k).
  { intros k. unfold constant. cbn [pev]. ring. }
  assert (D : from c <= 0) by lia.
  exact (checks_ok m c 0 n _ _ D (fun x y => table_ok m win 0 _ n x y E) (count_ok m 0 _ n E) H). Qed.

(* ---- Every number of decks ---- *)
Definition decksP : N -> poly := fun c => if (c =? 0)%N then [0; 16] else [0; 4].
Lemma decksP_ok d k : pev d (decksP k) = decks d k.
Proof. unfold decksP, decks. destruct (k =? 0)%N; cbn [pev]; ring. Qed.

(* The table at one number of decks: each polynomial becomes its value there. *)
Fixpoint tmap (f : poly -> poly) (t : trie) : trie :=
  match t with Lf => Lf | Nd l v r => Nd (tmap f l) (f v) (tmap f r) end.
Definition value_at (k : Z) (p : poly) : poly := [pev k p].
Definition at_number (k : Z) (o : table) : table :=
  map (fun e => (fst e, tmap (value_at k) (snd e))) o.
Lemma ev_at k p : ev k (value_at k p) = ev k p.
Proof. unfold ev, value_at. cbn [pev]. f_equal. ring. Qed.
Lemma teval_at k t : forall f, teval k f (tmap (value_at k) t) = teval k f t.
Proof. induction t; intros; cbn [tmap teval]; [reflexivity|]. rewrite ev_at, IHt1, IHt2. reflexivity. Qed.
Lemma oeval_at k X Y o : oeval k X Y (at_number k o) = oeval k X Y o.
Proof. unfold oeval, at_number. induction o as [|e o IH]; [reflexivity|].
  cbn [map Rsum fold_right fst snd]. unfold Rsum in IH. rewrite IH, teval_at. reflexivity. Qed.

Fixpoint smaller (m : model) (o : table) (T : poly) (k : Z) (l : list cert) : bool :=
  match l with
  | [] => true
  | c :: l => (from c =? k) && checks m (at_number k o) (value_at k T) c && smaller m o T (k + 1) l
  end.
Definition every m (large : cert) (small : list cert) : bool :=
  let o := build m win decksP in let T := count m decksP in
  (from large =? 1 + Z.of_nat (length small)) && checks m o T large && smaller m o T 1 small.

Section Every.
Variables (m : model) (o : table) (T : poly).
Hypothesis Ho : forall d x y, payoff (decks d) m win x y = oeval d (Xr x) (Yr y) o.
Hypothesis HT : forall d, deals (decks d) m = ev d T.
Lemma smaller_ok l : forall k, smaller m o T k l = true ->
  forall d, k <= d < k + Z.of_nat (length l) -> one_solution (decks d) m.
Proof. induction l as [|c l IH]; intros k H d D; [cbn in D; lia|].
  cbn [smaller] in H. apply andb_prop in H as [H S]. apply andb_prop in H as [F H]. apply Z.eqb_eq in F.
  cbn [length] in D. rewrite Nat2Z.inj_succ in D.
  destruct (Z.eq_dec d k) as [->|E]; [|apply (IH (k + 1) S); lia].
  apply says_one with c k. unfold says. refine (checks_ok m c k (decks k) _ _ _ _ _ H); [lia| |].
  - intros. rewrite oeval_at. apply Ho.
  - rewrite ev_at. apply HT. Qed.
Lemma large_ok c d : from c <= d -> checks m o T c = true -> says m (decks d) c d.
Proof. intros D H. exact (checks_ok m c d (decks d) o T D (Ho d) (HT d) H). Qed.
End Every.

Lemma table_of_decks m d x y :
  payoff (decks d) m win x y = oeval d (Xr x) (Yr y) (build m win decksP).
Proof. exact (table_ok m win d decksP (decks d) x y (decksP_ok d)). Qed.
Lemma deals_of_decks m d : deals (decks d) m = ev d (count m decksP).
Proof. exact (count_ok m d decksP (decks d) (decksP_ok d)). Qed.

Theorem from_some_number_on m large small : every m large small = true ->
  forall d, from large <= d -> says m (decks d) large d.
Proof. unfold every. intros H d D. apply andb_prop in H as [H _]. apply andb_prop in H as [_ H].
  exact (large_ok m _ _ (table_of_decks m) (deals_of_decks m) large d D H). Qed.
(* The same from a certificate of large shoes alone. *)
Definition all_large m large : bool := checks m (build m win decksP) (count m decksP) large.
Theorem all_large_ok m large : all_large m large = true ->
  forall d, from large <= d -> says m (decks d) large d.
Proof. intros H d D. exact (large_ok m _ _ (table_of_decks m) (deals_of_decks m) large d D H). Qed.

Theorem every_number m large small : every m large small = true ->
  forall d, 1 <= d -> one_solution (decks d) m.
Proof. intros H d D. destruct (Z_le_gt_dec (from large) d) as [L|L].
  - apply says_one with large d. exact (from_some_number_on m large small H d L).
  - unfold every in H. apply andb_prop in H as [H S]. apply andb_prop in H as [F _]. apply Z.eqb_eq in F.
    apply (smaller_ok m _ _ (table_of_decks m) (deals_of_decks m) small 1 S). lia. Qed.
