(* Coups of one shoe may be exchanged: every order of the same results is equally likely.

   A coup takes cards until its own cards end it; whatever tree says so, the sum over all orders of
   the shoe in which the first coups have certain results does not depend on the order of these
   results. No axiom is used. *)

Require Import ZArith NArith List Permutation Bool Lia.
From Baccarat Require Import Rules Table.
Import ListNotations.
Open Scope Z_scope.

(* ---- What is stated ---- *)

(* A coup: it is over, or it takes a card and goes on as that card says. *)
Inductive coup (A : Type) := Over (a : A) | Next (f : N -> coup A).
Arguments Over {A}. Arguments Next {A}.

(* The result of a coup, and the cards that are left; None if the cards run out. *)
Fixpoint play {A} (t : coup A) (l : list N) : option (A * list N) :=
  match t, l with
  | Over a, _ => Some (a, l)
  | Next f, c :: l' => play (f c) l'
  | Next _, [] => None
  end.

(* Whether the first coups of these cards are dealt, and each is as the list wants it. *)
Fixpoint come {A} (t : coup A) (wanted : list (A -> bool)) (l : list N) : bool :=
  match wanted with
  | [] => true
  | is :: wanted' =>
      match play t l with Some (a, l') => is a && come t wanted' l' | None => false end
  end.

Fixpoint words (k : nat) : list (list N) :=
  match k with O => [[]] | S k => flat_map (fun c => map (cons c) (words k)) cards end.
Definition sum {A} (l : list A) (f : A -> Z) : Z := fold_right (fun a s => f a + s) 0 l.

(* In how many ways k cards of the shoe come in an order that makes the first coups so. *)
Definition orders {A} (t : coup A) (n : shoe) (k : nat) (wanted : list (A -> bool)) : Z :=
  sum (words k) (fun l => if come t wanted l then ways false n l else 0).

(* Punto banco: Player draws to five, Banker by Player's third card (Rules.stood: none). *)
Definition banker_draws_to (third : N) : N := nth (N.to_nat third) [3;3;4;4;5;5;6;6;2;3;5]%N 0%N.
Definition punto_banco : coup (N * N) :=
  Next (fun p1 => Next (fun b1 => Next (fun p2 => Next (fun b2 =>
    let p := total p1 p2 in let b := total b1 b2 in
    let banker p third :=
      if (b <=? banker_draws_to third)%N then Next (fun c => Over (p, total b c)) else Over (p, b) in
    if ((8 <=? p) || (8 <=? b))%N%bool then Over (p, b)
    else if (p <=? 5)%N then Next (fun c => banker (total p c) c) else banker p stood)))).

(* ---- Sums ---- *)
Lemma sum_cons {A} (a : A) l f : sum (a :: l) f = f a + sum l f.
Proof. reflexivity. Qed.
Lemma sum_ext {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> sum l f = sum l g.
Proof. induction l; intros H; [reflexivity|]. rewrite !sum_cons, H, IHl; auto.
  - intros b I. apply H. right. exact I.
  - left. reflexivity. Qed.
Lemma sum_zero {A} (l : list A) : sum l (fun _ => 0) = 0.
Proof. induction l; [reflexivity|]. rewrite sum_cons, IHl. reflexivity. Qed.
Lemma sum_plus {A} (l : list A) f g : sum l (fun a => f a + g a) = sum l f + sum l g.
Proof. induction l; [reflexivity|]. rewrite !sum_cons, IHl. ring. Qed.
Lemma sum_app {A} (l l' : list A) f : sum (l ++ l') f = sum l f + sum l' f.
Proof. induction l; [reflexivity|]. cbn [app]. rewrite !sum_cons, IHl. ring. Qed.
Lemma sum_flat {A B} (l : list A) (g : A -> list B) f :
  sum (flat_map g l) f = sum l (fun a => sum (g a) f).
Proof. induction l; [reflexivity|]. cbn [flat_map]. rewrite sum_app, sum_cons, IHl. reflexivity. Qed.
Lemma sum_map {A B} (l : list A) (g : A -> B) f : sum (map g l) f = sum l (fun a => f (g a)).
Proof. induction l; [reflexivity|]. cbn [map]. rewrite !sum_cons, IHl. reflexivity. Qed.
Lemma sum_swap {A B} (l : list A) (k : list B) f :
  sum l (fun a => sum k (fun b => f a b)) = sum k (fun b => sum l (fun a => f a b)).
Proof. induction l as [|a l IH].
  - symmetry. apply sum_zero.
  - rewrite sum_cons, IH, <- sum_plus. reflexivity. Qed.

(* ---- Cards in any order ---- *)
Lemma ways_perm l l' : Permutation l l' -> forall n, ways false n l = ways false n l'.
Proof. induction 1; intros; auto.
  - cbn [ways]. f_equal. auto.
  - apply ways_swap.
  - rewrite IHPermutation1. auto. Qed.

(* ---- A coup is one of its words, and then come the other cards ---- *)
Section Coups.
Context {A : Type}.
Variable t : coup A.
Fixpoint paths (t : coup A) (is : A -> bool) : list (list N) :=
  match t with
  | Over a => if is a then [[]] else []
  | Next f => flat_map (fun c => map (cons c) (paths (f c) is)) cards
  end.
Lemma split_coup is g : forall (u : coup A) k F,
  sum (words k) (fun l =>
    if (match play u l with Some (a, l') => is a && g l' | None => false end) then F l else 0)
  = sum (paths u is) (fun w => if (length w <=? k)%nat
      then sum (words (k - length w)) (fun l => if g l then F (w ++ l) else 0) else 0).
Proof. induction u as [a|f IH]; intros k F.
  - cbn [play paths]. destruct (is a).
    + cbn [sum fold_right length Nat.leb app]. rewrite Nat.sub_0_r, Z.add_0_r. reflexivity.
    + apply sum_zero.
  - cbn [paths]. rewrite sum_flat. destruct k as [|k].
    + cbn [words sum fold_right play]. symmetry. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|].
      intros c _. rewrite sum_map. apply sum_zero.
    + cbn [words]. rewrite sum_flat. apply sum_ext. intros c _. rewrite !sum_map. cbn [play].
      rewrite (IH c k (fun l => F (c :: l))). reflexivity. Qed.

Lemma split_two is is' g k F :
  sum (words k) (fun l => if (match play t l with
      | Some (a, l') => is a && (match play t l' with Some (a', m) => is' a' && g m | None => false end)
      | None => false end) then F l else 0)
  = sum (paths t is) (fun w => sum (paths t is') (fun w' => if (length w + length w' <=? k)%nat
      then sum (words (k - (length w + length w'))) (fun l => if g l then F (w ++ w' ++ l) else 0) else 0)).
Proof. rewrite (split_coup is (fun l' => match play t l' with Some (a', m) => is' a' && g m | None => false end)).
  apply sum_ext. intros w _. destruct (Nat.leb_spec (length w) k) as [L|L].
  - rewrite (split_coup is' g t (k - length w) (fun l => F (w ++ l))). apply sum_ext. intros w' _.
    rewrite Nat.sub_add_distr.
    destruct (Nat.leb_spec (length w') (k - length w)), (Nat.leb_spec (length w + length w') k); try lia; reflexivity.
  - symmetry. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|]. intros w' _.
    destruct (Nat.leb_spec (length w + length w') k); [lia|reflexivity]. Qed.

Lemma come_perm wanted wanted' : Permutation wanted wanted' -> forall k F,
  (forall l l', Permutation l l' -> F l = F l') ->
  sum (words k) (fun l => if come t wanted l then F l else 0)
  = sum (words k) (fun l => if come t wanted' l then F l else 0).
Proof. induction 1; intros k F HF; [reflexivity| | |rewrite IHPermutation1; auto].
  - cbn [come]. rewrite !split_coup. apply sum_ext. intros w _.
    destruct (length w <=? k)%nat; [|reflexivity]. apply IHPermutation.
    intros. apply HF, Permutation_app_head. assumption.
  - cbn [come]. rewrite !split_two, sum_swap. apply sum_ext. intros w _. apply sum_ext. intros w' _.
    rewrite (Nat.add_comm (length w')). destruct (length w + length w' <=? k)%nat; [|reflexivity].
    apply sum_ext. intros m _. destruct (come t l m); [|reflexivity]. apply HF.
    rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. Qed.
End Coups.

(* ---- The theorem: any shoe, any number of cards, any rule by which a coup takes cards ---- *)
Theorem coups_may_be_exchanged {A} (t : coup A) n k wanted wanted' :
  Permutation wanted wanted' -> orders t n k wanted = orders t n k wanted'.
Proof. intros P. apply (come_perm t _ _ P). intros. apply ways_perm. assumption. Qed.

(* In particular: given how many B, P and T the first coups have, every order is equally likely. *)
Inductive side := Player | Banker | Tie.
Definition is (s : side) (totals : N * N) : bool :=
  match s, (fst totals ?= snd totals)%N with
  | Player, Gt | Banker, Lt | Tie, Eq => true | _, _ => false end.
Corollary every_order_is_as_likely n k (results results' : list side) :
  Permutation results results' ->
  orders punto_banco n k (map is results) = orders punto_banco n k (map is results').
Proof. intros P. apply coups_may_be_exchanged, Permutation_map, P. Qed.

(* Coups far apart are as dependent as neighbours: [any] says nothing of a coup. *)
Definition any {A} (a : A) : bool := true.
Corollary distance_does_not_matter {A} (t : coup A) n k is is' between :
  orders t n k (is :: repeat any between ++ [is']) = orders t n k (is :: is' :: repeat any between).
Proof. apply coups_may_be_exchanged. constructor. symmetry. apply Permutation_cons_append. Qed.

Definition all_three := (@coups_may_be_exchanged, every_order_is_as_likely, @distance_does_not_matter).
Print Assumptions all_three.
