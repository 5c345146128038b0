(* Chemin de fer, stated from its rules.

   This file is what the theorems speak of: read it, and trust Coq for the rest.
   A1.v to B4.v say [one_solution (decks d) B3] and the like; everything between is checked. *)

Require Import ZArith NArith List Reals.
Import ListNotations.

(* ---- Cards ---- *)

(* The points of a card: ten, jack, queen and king count 0. *)
Definition cards : list N := [0;1;2;3;4;5;6;7;8;9]%N.

(* A shoe: how many cards of each number of points it holds. *)
Definition shoe := N -> Z.

(* d decks of 52 cards: sixteen of 0 points in each, and four of every other number. *)
Definition decks (d : Z) : shoe := fun c => if (c =? 0)%N then (16 * d)%Z else (4 * d)%Z.

(* Any other shoe: its counts from 0 to 9 points. *)
Definition cards_left (counts : list Z) : shoe := fun c => nth (N.to_nat c) counts 0%Z.

(* The shoe after a card is dealt; [back]: the card returns at once (models A). *)
Definition take (back : bool) (n : shoe) (c : N) : shoe :=
  fun k => if back then n k else if (k =? c)%N then (n k - 1)%Z else n k.

(* In how many ways cards of these points come, in this order. *)
Fixpoint ways (back : bool) (n : shoe) (l : list N) : Z :=
  match l with [] => 1%Z | c :: l' => (n c * ways back (take back n c) l')%Z end.

(* The total of a hand counts modulo ten; three cards are [total (total a b) c]. *)
Definition total (a b : N) : N := ((a + b) mod 10)%N.

(* One unit: 1 if Player wins, -1 if Banker wins, 0 for a tie. *)
Definition win (p b : N) : Z :=
  match (p ?= b)%N with Gt => 1%Z | Lt => (-1)%Z | Eq => 0%Z end.

(* ---- What each side knows ---- *)

(* What somebody sees of his own two cards: the total, or the cards in no order. *)
Inductive sight := Totals | Hands.
Definition see (s : sight) (a b : N) : N :=
  match s with Totals => total a b | Hands => (10 * N.min a b + N.max a b)%N end.

(* The banquier also sees Player's third card: 0 to 9, or 10 if Player stood. *)
Definition stood : N := 10.
Definition cell (seen third : N) : N := (16 * seen + third)%N.

Record model := { back : bool; ponte : sight; banquier : sight }.
Definition A1 := {| back := true;  ponte := Totals; banquier := Totals |}.
Definition B1 := {| back := false; ponte := Totals; banquier := Totals |}.
Definition B2 := {| back := false; ponte := Totals; banquier := Hands |}.
Definition B3 := {| back := false; ponte := Hands;  banquier := Hands |}.
Definition B4 := {| back := false; ponte := Hands;  banquier := Totals |}.

(* ---- A coup ---- *)

Open Scope R_scope.

(* A strategy gives the probability of a draw, for everything that its side may see. *)
Definition strategy (x : N -> R) := forall i, 0 <= x i <= 1.

(* The ponte must draw on 0 to 4 and stand on 6 and 7; on 5 he follows his strategy. *)
Definition draws (m : model) (x : N -> R) (p1 p2 : N) : R :=
  if (total p1 p2 <=? 4)%N then 1
  else if (total p1 p2 =? 5)%N then x (see (ponte m) p1 p2) else 0.

(* The mean result of one coup for Player, if p1 and p2 are his cards, b1 and b2 Banker's, and
   c5 and c6 the next two in the shoe. With a natural, 8 or 9, nobody draws. *)
Definition result (m : model) (pay : N -> N -> Z) (x y : N -> R) (p1 p2 b1 b2 c5 c6 : N) : R :=
  let p := total p1 p2 in let b := total b1 b2 in
  if ((8 <=? p) || (8 <=? b))%N%bool then IZR (pay p b)
  else
    let draw := draws m x p1 p2 in
    let after := y (cell (see (banquier m) b1 b2) c5) in
    let stand := y (cell (see (banquier m) b1 b2) stood) in
    draw * (after * IZR (pay (total p c5) (total b c6)) + (1 - after) * IZR (pay (total p c5) b))
    + (1 - draw) * (stand * IZR (pay p (total b c5)) + (1 - stand) * IZR (pay p b)).

Definition Rsum {A} (l : list A) (f : A -> R) : R := fold_right (fun a s => f a + s) 0 l.

(* The sum over the next six cards, each case as often as it comes. *)
Definition over_deals (n : shoe) (m : model) (f : N -> N -> N -> N -> N -> N -> R) : R :=
  Rsum cards (fun p1 => Rsum cards (fun p2 => Rsum cards (fun b1 => Rsum cards (fun b2 =>
  Rsum cards (fun c5 => Rsum cards (fun c6 =>
    IZR (ways (back m) n [p1; p2; b1; b2; c5; c6]) * f p1 p2 b1 b2 c5 c6)))))).

Definition payoff n m pay x y := over_deals n m (result m pay x y).
Definition deals n m := over_deals n m (fun _ _ _ _ _ _ => 1).

(* The mean result for Player: what the ponte wants high and the banquier low. *)
Definition mean n m x y := payoff n m win x y / deals n m.

(* ---- Solutions ---- *)

Definition guarantees_ponte n m V x := strategy x /\ forall y, strategy y -> V <= mean n m x y.
Definition guarantees_banquier n m V y := strategy y /\ forall x, strategy x -> mean n m x y <= V.
Definition solves n m V x y := guarantees_ponte n m V x /\ guarantees_banquier n m V y.

(* The decisions that arise: the ponte's hands of total 5; the banquier's hands below 8, against
   each third card of Player and against a Player who stood. *)
Definition seen_on_five m i :=
  exists p1 p2, In p1 cards /\ In p2 cards /\ total p1 p2 = 5%N /\ see (ponte m) p1 p2 = i.
Definition cell_met m k :=
  exists b1 b2 t, In b1 cards /\ In b2 cards /\ (total b1 b2 < 8)%N /\
    In t (stood :: cards) /\ cell (see (banquier m) b1 b2) t = k.

(* Whoever guarantees as much plays as x and y do, wherever a decision can arise. *)
Definition only_ones n m V x y :=
  (forall x', guarantees_ponte n m V x' -> forall i, seen_on_five m i -> x' i = x i) /\
  (forall y', guarantees_banquier n m V y' -> forall k, cell_met m k -> y' k = y k).

(* Exactly one pair of optimal strategies. *)
Definition one_solution n m :=
  exists V x y, solves n m V x y /\ only_ones n m V x y.

(* ---- With a commission a on a Banker win ---- *)

Definition wins (p b : N) : Z := match (p ?= b)%N with Gt => 1%Z | _ => 0%Z end.
Definition losses (p b : N) : Z := match (p ?= b)%N with Lt => 1%Z | _ => 0%Z end.

(* The banquier keeps 1 - a of each unit that he wins: it is no longer a game of two opponents. *)
Definition keeps n m a x y :=
  (1 - a) * (payoff n m losses x y / deals n m) - payoff n m wins x y / deals n m.
Definition equilibrium n m a x y :=
  strategy x /\ strategy y /\
  (forall x', strategy x' -> mean n m x' y <= mean n m x y) /\
  (forall y', strategy y' -> keeps n m a x y' <= keeps n m a x y).

(* There is an equilibrium, and every other one is the same wherever a decision can arise. *)
Definition one_equilibrium n m a :=
  exists x y, equilibrium n m a x y /\
    forall x' y', equilibrium n m a x' y' ->
      (forall i, seen_on_five m i -> x' i = x i) /\ (forall k, cell_met m k -> y' k = y k).
