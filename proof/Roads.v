(* Derived roads: the two answers to the next coup are opposite, so that a guest who guesses the
   next win right half of the time guesses the next mark right half of the time.

   Ties make no mark. [columns] are the depths of the big road's columns, the newest first. No
   axiom is used. *)

Require Import List PeanoNat Bool Lia.
Import ListNotations.

Definition columns := list nat.
Inductive colour := Red | Blue.
Definition other c := match c with Red => Blue | Blue => Red end.

(* The same side wins again; the other side wins. *)
Definition goes_on (r : columns) : columns := match r with [] => [1] | c :: r => S c :: r end.
Definition turns (r : columns) : columns := 1 :: r.

(* The mark that the newest win makes in the derived road k: big eye boy 1, small road 2,
   cockroach pig 3. *)
Definition mark (k : nat) (r : columns) : option colour :=
  match r with
  | [] => None
  | 1 :: r' => (* A new column: is the one before it as deep as the one k before that? *)
      match nth_error r' 0, nth_error r' k with
      | Some a, Some b => Some (if a =? b then Red else Blue)
      | _, _ => None
      end
  | c :: r' => (* In a column: is the place k columns before filled, or the one above it empty? *)
      match nth_error r' (k - 1) with
      | Some b => Some (if (c <=? b) || (b <? c - 1) then Red else Blue)
      | None => None
      end
  end.

(* A big road that has begun. *)
Definition begun (r : columns) := r <> [] /\ Forall (fun c => 1 <= c) r.

Theorem opposite k r : 1 <= k -> begun r -> mark k (goes_on r) = option_map other (mark k (turns r)).
Proof. intros Hk [H F]. destruct r as [|c r]; [contradiction|]. inversion F; subst.
  destruct c as [|c]; [lia|]. destruct k as [|k]; [lia|].
  cbn [goes_on turns mark nth_error]. replace (S k - 1) with k by lia.
  destruct (nth_error r k) as [b|] eqn:E; [|reflexivity]. cbn [option_map]. f_equal.
  replace (S (S c) - 1) with (S c) by lia.
  destruct (Nat.leb_spec (S (S c)) b), (Nat.ltb_spec b (S c)), (Nat.eqb_spec (S c) b); simpl; auto; lia. Qed.

(* ---- Fair decisions make fair marks ---- *)

(* The marks that some decisions make: true goes on, false turns. *)
Definition step (r : columns) (go : bool) := if go then goes_on r else turns r.
Fixpoint marks (k : nat) (r : columns) (l : list bool) : list colour :=
  match l with
  | [] => []
  | go :: l =>
      let rest := marks k (step r go) l in
      match mark k (step r go) with Some c => c :: rest | None => rest end
  end.
Fixpoint decisions (n : nat) : list (list bool) :=
  match n with O => [[]] | S n => map (cons true) (decisions n) ++ map (cons false) (decisions n) end.
Definition same (a b : colour) : bool := match a, b with Red, Red | Blue, Blue => true | _, _ => false end.
Fixpoint begins (u l : list colour) : bool :=
  match u, l with [] , _ => true | a :: u, b :: l => same a b && begins u l | _, [] => false end.
(* How many of the 2^n rows of n decisions begin with these marks. *)
Definition rows k r n u := length (filter (fun l => begins u (marks k r l)) (decisions n)).

Lemma begun_step r go : begun r -> begun (step r go).
Proof. intros [H F]. destruct r as [|c r]; [contradiction|]. inversion F; subst.
  destruct go; split; cbn; try discriminate; repeat constructor; auto. Qed.
Lemma filter_map (f : list bool -> bool) b l :
  length (filter f (map (cons b) l)) = length (filter (fun l => f (b :: l)) l).
Proof. induction l as [|a l IH]; [reflexivity|]. cbn [map filter]. destruct (f (b :: a)); cbn; auto. Qed.
Lemma filter_none {A} (l : list A) : length (filter (fun _ => false) l) = 0.
Proof. induction l; auto. Qed.
Lemma filter_all {A} (l : list A) : filter (fun _ => true) l = l.
Proof. induction l; cbn; congruence. Qed.
Lemma filter_same {A} (f g : A -> bool) l : (forall a, f a = g a) -> filter f l = filter g l.
Proof. intros H. induction l; cbn; [reflexivity|]. rewrite H, IHl. reflexivity. Qed.
Lemma decisions_length n : length (decisions n) = 2 ^ n.
Proof. induction n; [reflexivity|]. cbn [decisions Nat.pow]. rewrite app_length, !map_length, IHn. lia. Qed.

(* The rows that begin with a mark c and then u, if the first decision is known. *)
Definition after k r n c u :=
  match mark k r with Some b => if same c b then rows k r n u else 0 | None => rows k r n (c :: u) end.
Lemma rows_step k r n c u :
  rows k r (S n) (c :: u) = after k (step r true) n c u + after k (step r false) n c u.
Proof. unfold rows at 1. cbn [decisions]. rewrite filter_app, app_length, !filter_map.
  assert (E : forall go, length (filter (fun l => begins (c :: u) (marks k r (go :: l))) (decisions n))
                       = after k (step r go) n c u).
  { intros go. unfold after, rows. cbn [marks]. destruct (mark k (step r go)) as [b|]; [|reflexivity].
    cbn [begins]. destruct (same c b); [reflexivity|]. apply filter_none. }
  rewrite !E. reflexivity. Qed.

(* No row of marks comes more often than from fair coins, once in 2^(length u). There are
   2^(length u) rows of that length; so where so many marks always come, none comes less often. *)
Theorem fair_marks k r n u : 1 <= k -> begun r -> rows k r n u * 2 ^ length u <= 2 ^ n.
Proof. intros Hk. revert r u. induction n as [|n IH]; intros r u B.
  - destruct u; cbn; lia.
  - destruct u as [|c u].
    + unfold rows. cbn [begins]. rewrite filter_all, decisions_length. cbn; lia.
    + rewrite rows_step. pose proof (opposite k r Hk B) as O. unfold after.
      pose proof (IH _ u (begun_step r true B)) as T1. pose proof (IH _ u (begun_step r false B)) as F1.
      pose proof (IH _ (c :: u) (begun_step r true B)) as T2.
      pose proof (IH _ (c :: u) (begun_step r false B)) as F2.
      cbn [step length Nat.pow] in *. rewrite O.
      destruct (mark k (turns r)) as [b|]; cbn [option_map]; [|nia].
      destruct c, b; cbn [same other]; nia. Qed.

Definition both := (opposite, fair_marks).
Print Assumptions both.
