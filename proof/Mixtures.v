(* Mixtures of pure strategies are no more than strategies.

   A pure strategy draws or stands wherever it is asked; a mixture chooses one by chance before the
   coup. Against any mixture of the other side it does what one strategy of Rules.v does, its mean;
   and wherever finitely many decisions arise, each strategy of Rules.v is such a mixture. *)

Require Import ZArith NArith List Reals Lra Bool.
From Baccarat Require Import Rules Polynomials.
Import ListNotations.
Open Scope R_scope.

Definition pure (f : N -> bool) : N -> R := fun i => if f i then 1 else 0.
(* Pure strategies, each with its probability. *)
Definition mixture := list (R * (N -> bool)).
Definition is_mixture (l : mixture) := (forall e, In e l -> 0 <= fst e) /\ Rsum l fst = 1.
(* The probability that a mixture draws. *)
Definition blend (l : mixture) : N -> R := fun i => Rsum l (fun e => fst e * pure (snd e) i).

Lemma Rsum_swap {A B} (l : list A) (k : list B) f :
  Rsum l (fun a => Rsum k (fun b => f a b)) = Rsum k (fun b => Rsum l (fun a => f a b)).
Proof. induction l as [|a l IH]; cbn [Rsum fold_right].
  - induction k; cbn [Rsum fold_right]; [reflexivity|]. unfold Rsum in IHk. rewrite <- IHk. ring.
  - unfold Rsum in IH at 1. rewrite IH. symmetry. apply (Rsum_plus k (f a)). Qed.

Section Mean.
(* Any family g of strategies, chosen with probabilities w. *)
Variables (A : Type) (l : list A) (w : A -> R).
Hypothesis one : Rsum l w = 1.
Definition average (f : A -> R) : R := Rsum l (fun a => w a * f a).
Lemma average_const c : average (fun _ => c) = c.
Proof. unfold average. rewrite (Rsum_ext l _ (fun a => c * w a)) by (intros; ring).
  rewrite Rsum_scal, one. ring. Qed.
Lemma average_ext f g : (forall a, f a = g a) -> average f = average g.
Proof. intros H. apply Rsum_ext. intros. rewrite H. reflexivity. Qed.
Lemma average_plus f g : average (fun a => f a + g a) = average f + average g.
Proof. unfold average. rewrite <- Rsum_plus. apply Rsum_ext. intros. ring. Qed.
Lemma average_scal c f : average (fun a => c * f a) = c * average f.
Proof. unfold average. rewrite <- Rsum_scal. apply Rsum_ext. intros. ring. Qed.
Lemma average_line f u v : average (fun a => f a * u + (1 - f a) * v) = average f * u + (1 - average f) * v.
Proof. rewrite (average_ext _ (fun a => v + (u - v) * f a)) by (intros; ring).
  rewrite average_plus, average_const, average_scal. ring. Qed.

(* A payoff that is an average in every deal is an average over all deals. *)
Lemma over_cards F G : (forall c, F c = average (fun a => G a c)) ->
  Rsum cards F = average (fun a => Rsum cards (G a)).
Proof. intros H. rewrite (Rsum_ext cards F _ (fun c _ => H c)). unfold average. rewrite Rsum_swap.
  apply Rsum_ext. intros. apply Rsum_scal. Qed.
Lemma over_deals_average n m F G :
  (forall p1 p2 b1 b2 c5 c6, F p1 p2 b1 b2 c5 c6 = average (fun a => G a p1 p2 b1 b2 c5 c6)) ->
  over_deals n m F = average (fun a => over_deals n m (G a)).
Proof. intros H. unfold over_deals.
  apply over_cards; intros p1. apply over_cards; intros p2. apply over_cards; intros b1.
  apply over_cards; intros b2. apply over_cards; intros c5. apply over_cards; intros c6.
  rewrite H, average_scal. reflexivity. Qed.

Variable g : A -> N -> R.
Definition averaged : N -> R := fun i => average (fun a => g a i).
Lemma payoff_x n m pay y : payoff n m pay averaged y = average (fun a => payoff n m pay (g a) y).
Proof. unfold payoff. apply over_deals_average. intros. unfold result.
  destruct ((8 <=? total p1 p2) || (8 <=? total b1 b2))%N%bool.
  - rewrite average_const. reflexivity.
  - rewrite (average_line (fun a => draws m (g a) p1 p2)).
    assert (E : draws m averaged p1 p2 = average (fun a => draws m (g a) p1 p2)).
    { unfold draws. destruct (total p1 p2 <=? 4)%N; [symmetry; apply average_const|].
      destruct (total p1 p2 =? 5)%N; [reflexivity|symmetry; apply average_const]. }
    rewrite E. reflexivity. Qed.
Lemma payoff_y n m pay x : payoff n m pay x averaged = average (fun a => payoff n m pay x (g a)).
Proof. unfold payoff. apply over_deals_average. intros. unfold result.
  destruct ((8 <=? total p1 p2) || (8 <=? total b1 b2))%N%bool.
  - rewrite average_const. reflexivity.
  - rewrite average_plus, !average_scal.
    rewrite (average_line (fun a => g a (cell (see (banquier m) b1 b2) c5))).
    rewrite (average_line (fun a => g a (cell (see (banquier m) b1 b2) stood))).
    reflexivity. Qed.
End Mean.

Theorem blend_is_a_strategy l : is_mixture l -> strategy (blend l).
Proof. intros [W S] i. assert (P : forall f, 0 <= pure f i <= 1).
  { intros f. unfold pure. destruct (f i); lra. }
  rewrite <- S. unfold blend. clear S. induction l as [|e l IH]; cbn [Rsum fold_right]; [lra|].
  pose proof (W e (or_introl eq_refl)). pose proof (P (snd e)).
  destruct IH as [I1 I2]; [intros; apply W; right; assumption|]. unfold Rsum in I1, I2. nra. Qed.

(* What two mixtures make of a quantity that depends on both sides' strategies. *)
Definition met (f : (N -> R) -> (N -> R) -> R) (a b : mixture) : R :=
  Rsum a (fun s => Rsum b (fun t => fst s * fst t * f (pure (snd s)) (pure (snd t)))).
Lemma met_line u v f g a b : met (fun x y => u * f x y + v * g x y) a b = u * met f a b + v * met g a b.
Proof. unfold met. rewrite <- !Rsum_scal, <- Rsum_plus. apply Rsum_ext. intros s _.
  rewrite <- !Rsum_scal, <- Rsum_plus. apply Rsum_ext. intros t _. ring. Qed.
Lemma met_ext f g a b : (forall x y, f x y = g x y) -> met f a b = met g a b.
Proof. intros H. apply Rsum_ext. intros s _. apply Rsum_ext. intros t _. rewrite H. reflexivity. Qed.
Lemma met_payoff n m pay a b : is_mixture a -> is_mixture b ->
  met (payoff n m pay) a b = payoff n m pay (blend a) (blend b).
Proof. intros [_ Sa] [_ Sb].
  transitivity (average _ a fst (fun s => payoff n m pay (pure (snd s)) (blend b)));
    [|symmetry; exact (payoff_x _ a fst Sa (fun s => pure (snd s)) n m pay (blend b))].
  apply Rsum_ext. intros s _. unfold average.
  replace (payoff n m pay (pure (snd s)) (blend b))
    with (average _ b fst (fun t => payoff n m pay (pure (snd s)) (pure (snd t))))
    by (symmetry; exact (payoff_y _ b fst Sb (fun t => pure (snd t)) n m pay (pure (snd s)))).
  unfold average. rewrite <- Rsum_scal. apply Rsum_ext. intros t _. ring. Qed.

(* Two mixtures against each other have the mean result of their two blends. *)
Theorem mixtures_are_no_more n m a b : is_mixture a -> is_mixture b ->
  Rsum a (fun s => Rsum b (fun t => fst s * fst t * mean n m (pure (snd s)) (pure (snd t))))
  = mean n m (blend a) (blend b).
Proof. intros Ma Mb. change (met (mean n m) a b = mean n m (blend a) (blend b)).
  rewrite (met_ext _ (fun x y => / deals n m * payoff n m win x y + 0 * payoff n m win x y))
    by (intros; unfold mean, Rdiv; ring).
  rewrite met_line, met_payoff by assumption. unfold mean, Rdiv. ring. Qed.

(* So it is with what the banquier keeps, at any commission. *)
Theorem mixtures_keep_no_more n m c a b : is_mixture a -> is_mixture b ->
  Rsum a (fun s => Rsum b (fun t => fst s * fst t * keeps n m c (pure (snd s)) (pure (snd t))))
  = keeps n m c (blend a) (blend b).
Proof. intros Ma Mb. change (met (keeps n m c) a b = keeps n m c (blend a) (blend b)).
  rewrite (met_ext _ (fun x y => (1 - c) / deals n m * payoff n m losses x y
                                 + - / deals n m * payoff n m wins x y))
    by (intros; unfold keeps, Rdiv; ring).
  rewrite met_line, !met_payoff by assumption. unfold keeps, Rdiv. ring. Qed.

(* Decide for the first decision by one chance, then for the next. *)
Fixpoint drawn (x : N -> R) (decisions : list N) : mixture :=
  match decisions with
  | [] => [(1, fun _ => false)]
  | i :: rest =>
      flat_map (fun e => let set b := fun j => if (j =? i)%N then b else snd e j in
        [(fst e * x i, set true); (fst e * (1 - x i), set false)]) (drawn x rest)
  end.
Lemma drawn_is_a_mixture x decisions : strategy x -> is_mixture (drawn x decisions).
Proof. intros Hx. induction decisions as [|i rest [IH1 IH2]]; cbn [drawn].
  - split; [intros e [<-|[]]; cbn [fst]; lra|unfold Rsum; cbn [fold_right fst]; ring].
  - split.
    + intros e I. apply in_flat_map in I as [f [I [<-|[<-|[]]]]]; cbn [fst];
        pose proof (IH1 f I); pose proof (Hx i); nra.
    + rewrite Rsum_flat. transitivity (Rsum (drawn x rest) fst); [|exact IH2].
      apply Rsum_ext. intros e _. unfold Rsum. cbn [fold_right fst]. ring. Qed.

(* Where finitely many decisions arise, every strategy is a mixture of pure ones. *)
Theorem every_strategy_is_a_mixture x decisions : strategy x ->
  is_mixture (drawn x decisions) /\ forall i, In i decisions -> blend (drawn x decisions) i = x i.
Proof. intros Hx. split; [apply drawn_is_a_mixture, Hx|].
  induction decisions as [|i rest IH]; intros j I; [destruct I|].
  destruct (drawn_is_a_mixture x rest Hx) as [_ S].
  unfold blend. cbn [drawn]. rewrite Rsum_flat. destruct (N.eqb_spec j i) as [->|E].
  - transitivity (Rsum (drawn x rest) (fun e => x i * fst e)); [|rewrite Rsum_scal, S; ring].
    apply Rsum_ext. intros e _. unfold pure, Rsum. cbn [fold_right fst snd].
    rewrite N.eqb_refl. ring.
  - destruct I as [->|I]; [contradiction|]. rewrite <- (IH j I). apply Rsum_ext. intros e _.
    unfold pure, Rsum. cbn [fold_right fst snd].
    destruct (N.eqb_spec j i); [contradiction|]. destruct (snd e j); ring. Qed.

Definition all_three := (mixtures_are_no_more, mixtures_keep_no_more, every_strategy_is_a_mixture).
Print Assumptions all_three.
