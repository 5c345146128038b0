(* Whole numbers that depend on the number of decks d: polynomials, and tables of them.

   Everything here computes; each lemma says that the computation is right at every d. *)

Require Import ZArith NArith List Reals Lra Lia Bool.
From Baccarat Require Import Rules.
Import ListNotations.
Open Scope Z_scope.

(* ---- Polynomials in d, the constant first ---- *)
Definition poly := list Z.
Fixpoint pev (d : Z) (p : poly) : Z := match p with [] => 0 | a :: q => a + d * pev d q end.
Fixpoint padd (p q : poly) : poly :=
  match p, q with [], _ => q | _, [] => p | a :: p', b :: q' => (a + b) :: padd p' q' end.
Definition pscale (a : Z) (p : poly) : poly := if a =? 0 then [] else map (Z.mul a) p.
Fixpoint pmul (p q : poly) : poly :=
  match p with [] => [] | a :: p' => padd (pscale a q) (0 :: pmul p' q) end.
Definition pneg := pscale (-1).
Definition psub p q := padd p (pneg q).
Fixpoint pshift (s : Z) (p : poly) : poly :=
  match p with [] => [] | a :: q => padd [a] (pmul [s; 1] (pshift s q)) end.
(* Not negative, or positive, at every d from s on: seen by the coefficients in d - s. *)
Definition pnonneg s p := forallb (Z.leb 0) (pshift s p).
Definition ppos s p := match pshift s p with [] => false | a :: q => (0 <? a) && forallb (Z.leb 0) q end.
Definition pzero (p : poly) := forallb (Z.eqb 0) p.
Definition psum {A} (l : list A) (f : A -> poly) : poly := fold_right (fun a s => padd (f a) s) [] l.

Section D.
Variable d : Z.
Lemma pev_add p q : pev d (padd p q) = pev d p + pev d q.
Proof. revert q; induction p; destruct q; simpl; try lia. rewrite IHp; ring. Qed.
Lemma pev_scale a p : pev d (pscale a p) = a * pev d p.
Proof. unfold pscale. destruct (Z.eqb_spec a 0); [subst; simpl; ring|].
  induction p; simpl; [ring|rewrite IHp; ring]. Qed.
Lemma pev_mul p q : pev d (pmul p q) = pev d p * pev d q.
Proof. induction p; simpl; [ring|]. rewrite pev_add, pev_scale; simpl; rewrite IHp; ring. Qed.
Lemma pev_zero p : pzero p = true -> pev d p = 0.
Proof. unfold pzero; induction p; cbn [forallb pev]; auto. rewrite andb_true_iff, Z.eqb_eq; intros [<- H]; rewrite IHp; auto; ring. Qed.
Lemma pev_nn p e : 0 <= e -> forallb (Z.leb 0) p = true -> 0 <= pev e p.
Proof. intros He; induction p; cbn [forallb pev]; [lia|]. rewrite andb_true_iff, Z.leb_le; intros [H1 H2].
  specialize (IHp H2); nia. Qed.
End D.
Lemma pev_shift s p e : pev e (pshift s p) = pev (s + e) p.
Proof. induction p; [reflexivity|]. cbn [pshift]. rewrite pev_add, pev_mul, IHp. cbn [pev]. ring. Qed.
Lemma pnonneg_ok s d p : s <= d -> pnonneg s p = true -> 0 <= pev d p.
Proof. intros H P. replace d with (s + (d - s)) by ring. rewrite <- pev_shift. apply pev_nn; [lia|exact P]. Qed.
Lemma ppos_ok s d p : s <= d -> ppos s p = true -> 0 < pev d p.
Proof. intros H P. replace d with (s + (d - s)) by ring. rewrite <- pev_shift. unfold ppos in P.
  destruct (pshift s p) as [|a q]; [discriminate|]. apply andb_true_iff in P as [P1 P2].
  apply Z.ltb_lt in P1. simpl. pose proof (pev_nn q (d - s) ltac:(lia) P2). nia. Qed.

Open Scope R_scope.
Section Eval.
Variable d : Z.
Definition ev p := IZR (pev d p).
Lemma ev_add p q : ev (padd p q) = ev p + ev q. Proof. unfold ev; rewrite pev_add, plus_IZR; auto. Qed.
Lemma ev_mul p q : ev (pmul p q) = ev p * ev q. Proof. unfold ev; rewrite pev_mul, mult_IZR; auto. Qed.
Lemma ev_scale a p : ev (pscale a p) = IZR a * ev p. Proof. unfold ev; rewrite pev_scale, mult_IZR; auto. Qed.
Lemma ev_neg p : ev (pneg p) = - ev p. Proof. unfold pneg; rewrite ev_scale; ring. Qed.
Lemma ev_sub p q : ev (psub p q) = ev p - ev q. Proof. unfold psub; rewrite ev_add, ev_neg; ring. Qed.
Lemma ev_nil : ev [] = 0. Proof. reflexivity. Qed.

(* ---- Sums ---- *)
Lemma Rsum_ext {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> Rsum l f = Rsum l g.
Proof. induction l; simpl; intros H; [auto|]. rewrite H, IHl; auto. Qed.
Lemma Rsum_scal {A} (l : list A) f k : Rsum l (fun a => k * f a) = k * Rsum l f.
Proof. induction l; simpl; [ring|rewrite IHl; ring]. Qed.
Lemma Rsum_plus {A} (l : list A) f g : Rsum l (fun a => f a + g a) = Rsum l f + Rsum l g.
Proof. induction l; simpl; [ring|rewrite IHl; ring]. Qed.
Lemma Rsum_app {A} (l l' : list A) f : Rsum (l ++ l') f = Rsum l f + Rsum l' f.
Proof. induction l; simpl; [ring|rewrite IHl; ring]. Qed.
Lemma Rsum_flat {A B} (l : list A) (g : A -> list B) f : Rsum (flat_map g l) f = Rsum l (fun a => Rsum (g a) f).
Proof. induction l; simpl; [auto|rewrite Rsum_app, IHl; auto]. Qed.
Lemma psum_ext {A} (l : list A) f g : (forall a, f a = g a) -> psum l f = psum l g.
Proof. intros H. unfold psum. induction l; cbn [fold_right]; [reflexivity|]. rewrite H, IHl; auto. Qed.
Lemma ev_sum {A} (l : list A) f : ev (psum l f) = Rsum l (fun a => ev (f a)).
Proof. induction l; simpl; [reflexivity|rewrite ev_add, IHl; auto]. Qed.

(* ---- Tries: one polynomial for each cell of the banquier ---- *)
Inductive trie := Lf | Nd (l : trie) (v : poly) (r : trie).
Fixpoint teval (f : positive -> R) (t : trie) : R :=
  match t with Lf => 0 | Nd l v r => f xH * ev v + teval (fun k => f (xO k)) l + teval (fun k => f (xI k)) r end.
Fixpoint tadd (k : positive) (v : poly) (t : trie) : trie :=
  match k, t with
  | xH, Lf => Nd Lf v Lf | xH, Nd l w r => Nd l (padd v w) r
  | xO k, Lf => Nd (tadd k v Lf) [] Lf | xO k, Nd l w r => Nd (tadd k v l) w r
  | xI k, Lf => Nd Lf [] (tadd k v Lf) | xI k, Nd l w r => Nd l w (tadd k v r)
  end.
Lemma teval_add k : forall v t f, teval f (tadd k v t) = f k * ev v + teval f t.
Proof. induction k; destruct t; intros; simpl; rewrite ?IHk, ?ev_add, ?ev_nil; simpl; ring. Qed.
Fixpoint tmerge (a b : trie) : trie :=
  match a, b with Lf, _ => b | _, Lf => a | Nd l v r, Nd l' v' r' => Nd (tmerge l l') (padd v v') (tmerge r r') end.
Lemma teval_merge a : forall b f, teval f (tmerge a b) = teval f a + teval f b.
Proof. induction a; destruct b; intros; simpl; rewrite ?IHa1, ?IHa2, ?ev_add; simpl; ring. Qed.
Fixpoint tmul (c : poly) (t : trie) : trie :=
  match t with Lf => Lf | Nd l v r => Nd (tmul c l) (pmul c v) (tmul c r) end.
Lemma teval_mul c t : forall f, teval f (tmul c t) = ev c * teval f t.
Proof. induction t; intros; simpl; rewrite ?IHt1, ?IHt2, ?ev_mul; ring. Qed.
Fixpoint tevalP (f : positive -> poly) (t : trie) : poly :=
  match t with Lf => [] | Nd l v r => padd (pmul (f xH) v) (padd (tevalP (fun k => f (xO k)) l) (tevalP (fun k => f (xI k)) r)) end.
Lemma tevalP_ok t : forall f, ev (tevalP f t) = teval (fun k => ev (f k)) t.
Proof. induction t; intros; simpl; rewrite ?ev_add, ?ev_mul, ?IHt1, ?IHt2, ?ev_nil; ring. Qed.
Lemma teval_ext t : forall f g, (forall k, f k = g k) -> teval f t = teval g t.
Proof. induction t; intros; simpl; auto. rewrite H. f_equal; [f_equal|]; auto. Qed.
Lemma teval_scal t : forall c f, teval (fun k => c * f k) t = c * teval f t.
Proof. induction t; intros; simpl; [ring|]. rewrite IHt1, IHt2; ring. Qed.
Lemma teval_plus t : forall f g, teval (fun k => f k + g k) t = teval f t + teval g t.
Proof. induction t; intros; simpl; [ring|]. rewrite IHt1, IHt2; ring. Qed.
Fixpoint tget (k : positive) (t : trie) : poly :=
  match t with Lf => [] | Nd l v r => match k with xH => v | xO k => tget k l | xI k => tget k r end end.

(* The lowest value over all probabilities f, if every sign is known from s on. *)
Variable s : Z.
Hypothesis Hs : (s <= d)%Z.
Definition oadd2 (a b : option poly) := match a, b with Some a, Some b => Some (padd a b) | _, _ => None end.
Definition low1 (v : poly) : option poly :=
  if pnonneg s v then Some [] else if pnonneg s (pneg v) then Some v else None.
Fixpoint tlow (t : trie) : option poly :=
  match t with Lf => Some [] | Nd l v r => oadd2 (low1 v) (oadd2 (tlow l) (tlow r)) end.
Lemma nonneg_ev p : pnonneg s p = true -> 0 <= ev p.
Proof. intros; apply IZR_le; eapply pnonneg_ok; eauto. Qed.
Lemma pos_ev p : ppos s p = true -> 0 < ev p.
Proof. intros; apply IZR_lt; eapply ppos_ok; eauto. Qed.
Lemma zero_ev p : pzero p = true -> ev p = 0.
Proof. intros; unfold ev; rewrite pev_zero; auto. Qed.
Lemma low1_ok v q z : 0 <= z <= 1 -> low1 v = Some q -> ev q <= z * ev v.
Proof. intros Hz. unfold low1. destruct (pnonneg s v) eqn:E.
  - intros [= <-]. rewrite ev_nil. apply nonneg_ev in E. nra.
  - destruct (pnonneg s (pneg v)) eqn:E2; [|discriminate]. intros [= <-].
    apply nonneg_ev in E2; rewrite ev_neg in E2. nra. Qed.
Lemma tlow_ok t : forall f q, (forall k, 0 <= f k <= 1) -> tlow t = Some q -> ev q <= teval f t.
Proof. induction t; simpl; intros f q Hf.
  - intros [= <-]; rewrite ev_nil; lra.
  - destruct (low1 v) eqn:E1; [|discriminate]. destruct (tlow t1) eqn:E2; [|discriminate].
    destruct (tlow t2) eqn:E3; [|discriminate]. simpl. intros [= <-]. rewrite !ev_add.
    pose proof (low1_ok v p (f xH) (Hf _) E1).
    pose proof (IHt1 (fun k => f (xO k)) _ (fun k => Hf _) eq_refl).
    pose proof (IHt2 (fun k => f (xI k)) _ (fun k => Hf _) eq_refl). lra. Qed.
Definition at_low (v : poly) (z : R) := (ppos s v = true -> z = 0) /\ (ppos s (pneg v) = true -> z = 1).
Lemma low1_tight v q z : 0 <= z <= 1 -> low1 v = Some q -> z * ev v <= ev q -> at_low v z.
Proof. intros Hz E L. split; intros P; apply pos_ev in P.
  - unfold low1 in E. destruct (pnonneg s v) eqn:E0.
    + injection E as <-. rewrite ev_nil in L. nra.
    + destruct (pnonneg s (pneg v)) eqn:E2; [|discriminate].
      apply nonneg_ev in E2; rewrite ev_neg in E2; lra.
  - rewrite ev_neg in P. unfold low1 in E. destruct (pnonneg s v) eqn:E0.
    + apply nonneg_ev in E0; lra.
    + destruct (pnonneg s (pneg v)) eqn:E2; [|discriminate]. injection E as <-. nra. Qed.
Lemma tlow_tight t : forall f q, (forall k, 0 <= f k <= 1) -> tlow t = Some q -> teval f t <= ev q ->
  forall k, at_low (tget k t) (f k).
Proof. induction t; simpl; intros f q Hf.
  - intros _ _ k. replace (tget k Lf) with (@nil Z) by (destruct k; reflexivity). split; intros P; apply pos_ev in P; [rewrite ev_nil in P|rewrite ev_neg, ev_nil in P]; lra.
  - destruct (low1 v) eqn:E1; [|discriminate]. destruct (tlow t1) eqn:E2; [|discriminate].
    destruct (tlow t2) eqn:E3; [|discriminate]. simpl. intros [= <-]. rewrite !ev_add. intros L.
    pose proof (low1_ok v p (f xH) (Hf _) E1).
    pose proof (tlow_ok t1 (fun k => f (xO k)) _ (fun k => Hf _) E2).
    pose proof (tlow_ok t2 (fun k => f (xI k)) _ (fun k => Hf _) E3).
    destruct k.
    + apply (IHt2 (fun k => f (xI k)) p1 (fun k => Hf _) eq_refl). lra.
    + apply (IHt1 (fun k => f (xO k)) p0 (fun k => Hf _) eq_refl). lra.
    + apply (low1_tight v p); auto. lra. Qed.
End Eval.
