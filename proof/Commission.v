(* With a commission: every equilibrium has the signs of one leaf of a tree, and these signs make
   one, for every number of decks from some number on and every commission from 0 to 1/10.

   The sign of a decision says whether a draw there is better (Plus), worse (Minus) or the same
   (Same). The commission a stands in the banquier's gain to the first power, so his gain is a mean
   of two lines, one for a = 0 and one for a = 1/10; what holds at both ends holds between. *)

Require Import ZArith NArith List Reals Lra Lia Bool.
From Baccarat Require Import Rules Polynomials Table Certificate Unique Every.
Import ListNotations.
Open Scope R_scope.
Opaque cards.

Inductive sign := Minus | Same | Plus.
Definition holds (s : sign) (gain : R) : Prop :=
  match s with Minus => gain < 0 | Same => gain = 0 | Plus => 0 < gain end.

(* ---- The tree ---- *)
Inductive place := Ponte (i : N) | Banquier (k : N).
Inductive tree :=
  | Found                                            (* what is known has an equilibrium *)
  | Forced (at_ : place) (is_plus : bool) (t : tree) (* the sign is seen from what is known *)
  | Refuted (ponte : bool) (weights : list (N * poly)) (* a weighted sum of gains contradicts it *)
  | Split (at_ : place) (minus same plus : tree).

(* Forced signs of several decisions of one side; their order does not matter. *)
Definition hands (plus minus : list N) (t : tree) : tree :=
  fold_right (fun i => Forced (Ponte i) true) (fold_right (fun i => Forced (Ponte i) false) t minus) plus.
Definition cells (plus minus : list N) (t : tree) : tree :=
  fold_right (fun k => Forced (Banquier k) true) (fold_right (fun k => Forced (Banquier k) false) t minus) plus.

Section Check.
Variable s : Z. (* the first number of decks *)
Variable o : table. (* what Player wins *)
Variable q : table. (* what the banquier wins, ten times, with the commission 1/10 *)

(* The line of a hand of the ponte, and the two of a cell of the banquier. *)
Definition hand (i : N) : trie := fold_right (fun e t => match fst e with
  | Free j => if (j =? i)%N then tmerge (snd e) t else t | _ => t end) Lf o.
Definition cell_of (w : table) (k : N) : list (xk * poly) :=
  map (fun e => (fst e, tget (ykey k) (snd e))) w.
Definition line0 (k : N) := map (fun e => (fst e, pscale (-10) (snd e))) (cell_of o k).
Definition line1 (k : N) := cell_of q k.

(* The greatest value of a line, over all probabilities that the known signs leave. *)
Definition boxed (g : option sign) (v : poly) : option poly :=
  match g with
  | Some Plus => Some v
  | Some Minus => Some []
  | _ => if pnonneg s v then Some v else if pnonneg s (pneg v) then Some [] else None
  end.
Fixpoint mostY (f : positive -> option sign) (t : trie) : option poly :=
  match t with
  | Lf => Some []
  | Nd l v r => oadd2 (boxed (f xH) v) (oadd2 (mostY (fun k => f (xO k)) l) (mostY (fun k => f (xI k)) r))
  end.
Definition mostX (f : N -> option sign) (l : list (xk * poly)) : option poly :=
  fold_right (fun e a => oadd2 (match fst e with
    | One => Some (snd e) | Zero => Some [] | Free i => boxed (f i) (snd e) end) a) (Some []) l.
Definition below (o : option poly) : bool := match o with Some v => ppos s (pneg v) | None => false end.
Definition not_above (o : option poly) : bool :=
  match o with Some v => pnonneg s (pneg v) | None => false end.
Definition negated (l : list (xk * poly)) := map (fun e => (fst e, pneg (snd e))) l.

Definition known_hands := N -> option sign.
Definition known_cells := positive -> option sign.
Definition know_hand (f : known_hands) i g : known_hands := fun j => if (j =? i)%N then Some g else f j.
Definition know_cell (f : known_cells) k g : known_cells :=
  fun j => if (j =? ykey k)%positive then Some g else f j.

Definition sumX (w : table) (ws : list (N * poly)) : list (xk * poly) :=
  map (fun e => (fst e, psum ws (fun a => pmul (snd a) (tget (ykey (fst a)) (snd e))))) w.
Definition sumY (ws : list (N * poly)) : trie :=
  fold_right (fun a t => tmerge (tmul (snd a) (hand (fst a))) t) Lf ws.
(* A weight agrees with a known sign; [strict] if it makes the sum positive. *)
Definition agrees (g : option sign) (w : poly) : bool :=
  match g with
  | Some Plus => pnonneg s w | Some Minus => pnonneg s (pneg w) | Some Same => true | None => false end.
Definition strict (g : option sign) (w : poly) : bool :=
  match g with Some Plus => ppos s w | Some Minus => ppos s (pneg w) | _ => false end.
Definition refuted (known : N -> option sign) (ws : list (N * poly)) (most : list (option poly)) : bool :=
  forallb (fun a => agrees (known (fst a)) (snd a)) ws &&
  (forallb below most || (existsb (fun a => strict (known (fst a)) (snd a)) ws && forallb not_above most)).

Fixpoint run (t : tree) (fx : known_hands) (fy : known_cells) : option (list (known_hands * known_cells)) :=
  match t with
  | Found => Some [(fx, fy)]
  | Forced (Ponte i) is_plus t =>
      let line := if is_plus then tmul [(-1)%Z] (hand i) else hand i in
      if below (mostY fy line)
      then run t (know_hand fx i (if is_plus then Plus else Minus)) fy else None
  | Forced (Banquier k) is_plus t =>
      let l0 := if is_plus then negated (line0 k) else line0 k in
      let l1 := if is_plus then negated (line1 k) else line1 k in
      if below (mostX fx l0) && below (mostX fx l1)
      then run t fx (know_cell fy k (if is_plus then Plus else Minus)) else None
  | Refuted true ws => if refuted fx ws [mostY fy (sumY ws)] then Some [] else None
  | Refuted false ws =>
      if refuted (fun k => fy (ykey k)) ws
        [mostX fx (map (fun e => (fst e, pscale (-10) (snd e))) (sumX o ws)); mostX fx (sumX q ws)]
      then Some [] else None
  | Split (Ponte i) a b c =>
      match run a (know_hand fx i Minus) fy, run b (know_hand fx i Same) fy, run c (know_hand fx i Plus) fy with
      | Some a, Some b, Some c => Some (a ++ b ++ c) | _, _, _ => None end
  | Split (Banquier k) a b c =>
      match run a fx (know_cell fy k Minus), run b fx (know_cell fy k Same), run c fx (know_cell fy k Plus) with
      | Some a, Some b, Some c => Some (a ++ b ++ c) | _, _, _ => None end
  end.

(* One leaf, with one mixed decision on each side that the other one's gain determines. *)
Definition pure_sign (g : option sign) : bool := match g with Some Plus | Some Minus => true | _ => false end.
Definition same_sign (g : option sign) : bool := match g with Some Same => true | _ => false end.
Definition single (m : model) (im km : N) (leaf : known_hands * known_cells) : bool :=
  let fx := fst leaf in let fy := snd leaf in
  let b := tget (ykey km) (hand im) in
  let u := xget im (line0 km) in let v := xget im (line1 km) in
  forallb (fun k => (k =? km)%N || pure_sign (fy (ykey k))) (met m)
  && forallb (fun i => (i =? im)%N || pure_sign (fx i)) (fives m)
  && same_sign (fx im) && same_sign (fy (ykey km))
  && (ppos s b || ppos s (pneg b))
  && ((ppos s u && ppos s v) || (ppos s (pneg u) && ppos s (pneg v))).

(* ---- The equilibrium of a leaf ---- *)
(* A draw in the mixed decision has the probability num / den; this is den times each one. *)
Definition scaled (g : option sign) (num den : poly) : poly :=
  match g with Some Plus => den | Some Same => num | _ => [] end.
Definition scaledX (fx : known_hands) (num den : poly) (k : xk) : poly :=
  match k with One => den | Zero => [] | Free i => scaled (fx i) num den end.
Definition scaledY (fy : known_cells) (num den : poly) (k : positive) : poly :=
  match k with xH => den | _ => scaled (fy k) num den end.
(* No other probability would be better: v is the gain of a draw. *)
Definition suits (g : option sign) (v : poly) : bool :=
  match g with Some Plus => pnonneg s v | Some Same => pzero v | _ => pnonneg s (pneg v) end.
Definition suits_hand (fx : known_hands) (e : xk * poly) : bool :=
  match fst e with Free i => suits (fx i) (snd e) | _ => true end.
Fixpoint suitsY (f : known_cells) (t : trie) : bool :=
  match t with
  | Lf => true
  | Nd l v r => suits (f xH) v && suitsY (fun k => f (xO k)) l && suitsY (fun k => f (xI k)) r end.
Definition suits_cells (fy : known_cells) (t : trie) : bool :=
  match t with Lf => true | Nd l _ r => suitsY (fun k => fy (xO k)) l && suitsY (fun k => fy (xI k)) r end.
Definition fraction (num den : poly) : bool := ppos s den && pnonneg s num && pnonneg s (psub den num).

(* The probabilities at which the mixed decisions gain nothing: a line 0 = u + v p gives -u/v. *)
Definition root (u v : poly) : poly * poly := if ppos s v then (pneg u, v) else (u, pneg v).
Definition rootY (im : N) (leaf : known_hands * known_cells) : poly * poly :=
  let h := hand im in
  root (tevalP (scaledY (snd leaf) [] [1%Z]) h) (tevalP (fun k => scaled (snd leaf k) [1%Z] []) h).
Definition rootX (im : N) (leaf : known_hands * known_cells) (line : list (xk * poly)) : poly * poly :=
  root (xevalP (scaledX (fst leaf) [] [1%Z]) line) (xget im line).
(* The banquier's gain, times the ponte's denominator: (1-t)^2, (1-t)t and t^2 times these. *)
Definition gains (X0 X1 : xk -> poly) : list trie :=
  [ tmul [(-10)%Z] (fixX X0 o); tmerge (tmul [(-10)%Z] (fixX X1 o)) (fixX X0 q); fixX X1 q ].
Definition balanced (fx : known_hands) (fy : known_cells) (y x0 x1 : poly * poly) : list bool :=
  [ fraction (fst y) (snd y); fraction (fst x0) (snd x0); fraction (fst x1) (snd x1);
    forallb (suits_hand fx) (fixY (scaledY fy (fst y) (snd y)) o);
    forallb (suits_cells fy) (gains (scaledX fx (fst x0) (snd x0)) (scaledX fx (fst x1) (snd x1))) ].
Definition reached (im km : N) (leaf : known_hands * known_cells) : bool :=
  all (balanced (fst leaf) (snd leaf) (rootY im leaf)
    (rootX im leaf (line0 km)) (rootX im leaf (line1 km))).

(* ---- The tree is right ---- *)
Variable d : Z.
Hypothesis Hs : (s <= d)%Z.
Variables (x y : N -> R) (t : R).
Hypothesis Hx : strategy x. Hypothesis Hy : strategy y. Hypothesis Ht : 0 <= t <= 1.
Definition valueX (l : list (xk * poly)) : R := Rsum l (fun e => Xr x (fst e) * ev d (snd e)).
Definition gain_hand (i : N) : R := teval d (Yr y) (hand i).
Definition gain_cell (k : N) : R := (1 - t) * valueX (line0 k) + t * valueX (line1 k).
Hypothesis Ex : forall i, (0 < gain_hand i -> x i = 1) /\ (gain_hand i < 0 -> x i = 0).
Hypothesis Ey : forall k, (0 < gain_cell k -> y k = 1) /\ (gain_cell k < 0 -> y k = 0).

Definition consistent (fx : known_hands) (fy : known_cells) : Prop :=
  (forall i g, fx i = Some g -> holds g (gain_hand i)) /\
  fy xH = Some Plus /\ (forall k g, fy (ykey k) = Some g -> holds g (gain_cell k)).
Definition inbox (g : option sign) (p : R) : Prop :=
  match g with Some Plus => p = 1 | Some Minus => p = 0 | _ => 0 <= p <= 1 end.
Lemma boxed_ok g v w p : inbox g p -> boxed g v = Some w -> p * ev d v <= ev d w.
Proof. unfold boxed. destruct g as [[| |]|]; cbn [inbox]; intros B E;
  try (injection E as <-; rewrite ?ev_nil, B; lra);
  (destruct (pnonneg s v) eqn:P; [injection E as <-; apply (nonneg_ev d s Hs) in P; nra|];
   destruct (pnonneg s (pneg v)) eqn:Q; [|discriminate]; injection E as <-;
   apply (nonneg_ev d s Hs) in Q; rewrite ev_neg in Q; rewrite ev_nil; nra). Qed.
Lemma mostY_ok tr : forall f g w, (forall k, inbox (f k) (g k)) -> mostY f tr = Some w -> teval d g tr <= ev d w.
Proof. induction tr as [|l IHl v r IHr]; intros f g w B; cbn [mostY teval].
  - intros [= <-]. rewrite ev_nil. lra.
  - destruct (boxed (f xH) v) as [a|] eqn:E1; [|discriminate].
    destruct (mostY (fun k => f (xO k)) l) as [b|] eqn:E2; [|discriminate].
    destruct (mostY (fun k => f (xI k)) r) as [c|] eqn:E3; [|discriminate].
    cbn [oadd2]. intros [= <-]. rewrite !ev_add.
    pose proof (boxed_ok _ _ _ _ (B xH) E1).
    pose proof (IHl _ (fun k => g (xO k)) _ (fun k => B (xO k)) E2).
    pose proof (IHr _ (fun k => g (xI k)) _ (fun k => B (xI k)) E3). lra. Qed.
Lemma mostX_ok l : forall f w, (forall i, inbox (f i) (x i)) -> mostX f l = Some w -> valueX l <= ev d w.
Proof. unfold valueX. induction l as [|[k v] l IH]; intros f w B; unfold mostX; cbn [fold_right Rsum fst snd].
  - intros [= <-]. rewrite ev_nil. lra.
  - fold (mostX f l). destruct (match k with One => Some v | Zero => Some [] | Free i => boxed (f i) v end) as [a|] eqn:E1; [|discriminate].
    destruct (mostX f l) as [b|] eqn:E2; [|discriminate]. cbn [oadd2]. intros [= <-]. rewrite ev_add.
    pose proof (IH f b B E2) as I. unfold Rsum in I. enough (Xr x k * ev d v <= ev d a) by lra.
    destruct k as [| |i]; cbn [Xr].
    + injection E1 as <-. lra.
    + injection E1 as <-. rewrite ev_nil. lra.
    + exact (boxed_ok _ _ _ _ (B i) E1). Qed.

Lemma box_hands fx fy : consistent fx fy -> forall i, inbox (fx i) (x i).
Proof. intros (Cx & _ & _) i. destruct (fx i) as [[| |]|] eqn:E; cbn [inbox]; try apply Hx.
  - apply (Ex i), (Cx i _ E).
  - apply (Ex i), (Cx i _ E). Qed.
Lemma key_or_one j : j = xH \/ exists k, j = ykey k.
Proof. destruct (Pos.eq_dec j 1) as [->|E]; [left; reflexivity|right]. exists (N.pred (Pos.pred_N j)).
  unfold ykey. rewrite N.succ_pred; [|destruct j; cbn; try discriminate; contradiction].
  destruct j as [j|j|]; [cbn; reflexivity| |contradiction].
  cbn [Pos.pred_N N.succ_pos]. rewrite Pos.succ_pred_double. reflexivity. Qed.
Lemma box_cells fx fy : consistent fx fy -> forall j, inbox (fy j) (Yr y j).
Proof. intros (_ & C1 & Cy) j. destruct (key_or_one j) as [->|[k ->]].
  - rewrite C1. reflexivity.
  - rewrite Yr_key. destruct (fy (ykey k)) as [[| |]|] eqn:E; cbn [inbox]; try apply Hy.
    + apply (Ey k), (Cy k _ E).
    + apply (Ey k), (Cy k _ E). Qed.
Lemma below_ok w r : below w = true -> (forall v, w = Some v -> r <= ev d v) -> r < 0.
Proof. unfold below. destruct w as [v|]; [|discriminate]. intros P B. specialize (B v eq_refl).
  apply (pos_ev d s Hs) in P. rewrite ev_neg in P. lra. Qed.
Lemma not_above_ok w r : not_above w = true -> (forall v, w = Some v -> r <= ev d v) -> r <= 0.
Proof. unfold not_above. destruct w as [v|]; [|discriminate]. intros P B. specialize (B v eq_refl).
  apply (nonneg_ev d s Hs) in P. rewrite ev_neg in P. lra. Qed.
Lemma valueX_map c l : valueX (map (fun e => (fst e, pscale c (snd e))) l) = IZR c * valueX l.
Proof. unfold valueX. induction l as [|e l IH]; cbn [map Rsum fold_right fst snd]; [ring|].
  unfold Rsum in IH. rewrite IH, ev_scale. ring. Qed.
Lemma valueX_negated l : valueX (negated l) = - valueX l.
Proof. unfold negated. change (fun e : xk * poly => (fst e, pneg (snd e))) with (fun e : xk * poly => (fst e, pscale (-1) (snd e))).
  rewrite valueX_map. ring. Qed.
Lemma valueX_sum w ws : valueX (sumX w ws) = Rsum ws (fun a => ev d (snd a) * valueX (cell_of w (fst a))).
Proof. unfold valueX, sumX, cell_of. induction w as [|e w IH].
  - cbn [map]. induction ws as [|a ws IH]; cbn [Rsum fold_right]; [reflexivity|].
    unfold Rsum in IH. cbn [fold_right] in IH. rewrite <- IH. cbn [fold_right]. ring.
  - cbn [map]. unfold Rsum at 1. cbn [fold_right fst snd]. unfold Rsum at 1 in IH. rewrite IH, ev_sum, <- Rsum_scal, <- Rsum_plus.
    apply Rsum_ext. intros a _. rewrite ev_mul. unfold Rsum. cbn [map fold_right fst snd]. ring. Qed.
Lemma teval_sumY ws g : teval d g (sumY ws) = Rsum ws (fun a => ev d (snd a) * teval d g (hand (fst a))).
Proof. induction ws as [|a ws IH]; cbn [sumY fold_right Rsum]; [reflexivity|].
  unfold Rsum in IH. rewrite teval_merge, teval_mul. fold (sumY ws). rewrite IH. reflexivity. Qed.

(* Weights that agree make a sum of gains that is not negative, and positive if one is strict. *)
Lemma agree_sum (known : N -> option sign) (gain : N -> R) ws :
  (forall k g, known k = Some g -> holds g (gain k)) ->
  forallb (fun a => agrees (known (fst a)) (snd a)) ws = true ->
  0 <= Rsum ws (fun a => ev d (snd a) * gain (fst a)) /\
  (existsb (fun a => strict (known (fst a)) (snd a)) ws = true -> 0 < Rsum ws (fun a => ev d (snd a) * gain (fst a))).
Proof. intros K. induction ws as [|[k w] ws IH]; cbn [forallb existsb Rsum fold_right fst snd]; intros A.
  - split; [lra|discriminate].
  - apply andb_prop in A as [A1 A2]. destruct (IH A2) as [I1 I2]. unfold Rsum in I1, I2.
    assert (W : 0 <= ev d w * gain k /\ (strict (known k) w = true -> 0 < ev d w * gain k)).
    { unfold agrees, strict in *. destruct (known k) as [g|] eqn:E; [|discriminate].
      pose proof (K k g E) as G. destruct g; cbn [holds] in G.
      - apply (nonneg_ev d s Hs) in A1. rewrite ev_neg in A1. split; [nra|].
        intros P. apply (pos_ev d s Hs) in P. rewrite ev_neg in P. nra.
      - rewrite G. split; [lra|discriminate].
      - apply (nonneg_ev d s Hs) in A1. split; [nra|]. intros P. apply (pos_ev d s Hs) in P. nra. }
    destruct W as [W1 W2]. split; [lra|]. intros P. apply orb_prop in P as [P|P].
    + specialize (W2 P). lra.
    + specialize (I2 P). lra. Qed.
Lemma refuted_ok known gain ws most r :
  (forall k g, known k = Some g -> holds g (gain k)) ->
  refuted known ws most = true ->
  r = Rsum ws (fun a => ev d (snd a) * gain (fst a)) ->
  (forallb below most = true -> r < 0) -> (forallb not_above most = true -> r <= 0) -> False.
Proof. intros K R -> B A. unfold refuted in R. apply andb_prop in R as [R1 R2].
  destruct (agree_sum known gain ws K R1) as [S1 S2]. apply orb_prop in R2 as [R2|R2].
  - specialize (B R2). lra.
  - apply andb_prop in R2 as [R2 R3]. specialize (S2 R2). specialize (A R3). lra. Qed.

Lemma know_hand_ok fx fy i g : consistent fx fy -> holds g (gain_hand i) -> consistent (know_hand fx i g) fy.
Proof. intros (Cx & C1 & Cy) G. repeat split; auto. intros j h. unfold know_hand.
  destruct (N.eqb_spec j i) as [->|E]; [intros [= <-]; exact G|apply Cx]. Qed.
Lemma ykey_inj k l : ykey k = ykey l -> k = l.
Proof. unfold ykey. intros E. assert (N.succ k = N.succ l); [|lia].
  pose proof (N.pos_pred_succ (N.succ k)) as P. rewrite E, N.pos_pred_succ in P. congruence. Qed.
Lemma know_cell_ok fx fy k g : consistent fx fy -> holds g (gain_cell k) -> consistent fx (know_cell fy k g).
Proof. intros (Cx & C1 & Cy) G. split; [exact Cx|]. split.
  - unfold know_cell. destruct (Pos.eqb_spec 1 (ykey k)) as [E|E]; [|exact C1].
    exfalso. unfold ykey in E. pose proof (N.succ_pos_spec (N.succ k)). lia.
  - intros j h. unfold know_cell. destruct (Pos.eqb_spec (ykey j) (ykey k)) as [E|E]; [|apply Cy].
    apply ykey_inj in E. subst j. intros [= <-]. exact G. Qed.
Lemma signs r : holds Minus r \/ holds Same r \/ holds Plus r.
Proof. cbn [holds]. destruct (Rtotal_order r 0) as [H|[H|H]]; auto. Qed.

Theorem run_ok tr : forall fx fy leaves, run tr fx fy = Some leaves -> consistent fx fy ->
  exists leaf, In leaf leaves /\ consistent (fst leaf) (snd leaf).
Proof. induction tr as [|[i|k] b tr IH|[|] ws|[i|k] a IHa e IHe c IHc]; intros fx fy leaves R C; cbn [run] in R.
  - injection R as <-. exists (fx, fy). split; [left; reflexivity|exact C].
  - destruct (below _) eqn:B; [|discriminate]. apply (IH _ _ _ R). apply know_hand_ok; [exact C|].
    pose proof (below_ok _ _ B (fun v E => mostY_ok _ _ (Yr y) v (box_cells _ _ C) E)) as L.
    destruct b; cbn [holds]; unfold gain_hand; [|exact L].
    rewrite teval_mul in L. unfold ev at 1 in L. cbn [pev] in L. rewrite Z.mul_0_r, Z.add_0_r in L. lra.
  - destruct (below (mostX fx (if b then negated (line0 k) else line0 k))) eqn:B0; [|discriminate].
    destruct (below (mostX fx (if b then negated (line1 k) else line1 k))) eqn:B1; [|discriminate]. cbn [andb] in R.
    apply (IH _ _ _ R). apply know_cell_ok; [exact C|].
    pose proof (below_ok _ _ B0 (fun v E => mostX_ok _ _ v (box_hands _ _ C) E)) as L0.
    pose proof (below_ok _ _ B1 (fun v E => mostX_ok _ _ v (box_hands _ _ C) E)) as L1.
    destruct b; cbn [holds]; unfold gain_cell; rewrite ?valueX_negated in *; nra.
  - destruct (refuted _ _ _) eqn:F; [|discriminate]. exfalso. destruct C as (Cx & C1 & Cy).
    pose proof (fun v E => mostY_ok (sumY ws) _ (Yr y) v (box_cells _ _ (conj Cx (conj C1 Cy))) E) as M.
    apply (refuted_ok _ gain_hand ws _ _ Cx F (teval_sumY ws (Yr y))); cbn [forallb]; rewrite andb_true_r; intros P.
    + exact (below_ok _ _ P M).
    + exact (not_above_ok _ _ P M).
  - destruct (refuted _ _ _) eqn:F; [|discriminate]. exfalso.
    pose proof (fun v E => mostX_ok (map (fun e => (fst e, pscale (-10) (snd e))) (sumX o ws)) _ v (box_hands _ _ C) E) as M0.
    pose proof (fun v E => mostX_ok (sumX q ws) _ v (box_hands _ _ C) E) as M1.
    destruct C as (Cx & C1 & Cy). rewrite valueX_map, valueX_sum in M0. rewrite valueX_sum in M1.
    assert (E : (1 - t) * (IZR (-10) * Rsum ws (fun a => ev d (snd a) * valueX (cell_of o (fst a))))
        + t * Rsum ws (fun a => ev d (snd a) * valueX (cell_of q (fst a)))
        = Rsum ws (fun a => ev d (snd a) * gain_cell (fst a))).
    { rewrite <- !Rsum_scal, <- Rsum_plus. apply Rsum_ext. intros a _. unfold gain_cell, line0, line1.
      rewrite valueX_map. ring. }
    apply (refuted_ok _ gain_cell ws _ _ Cy F E); cbn [forallb]; rewrite andb_true_r; intros P; apply andb_prop in P as [P0 P1].
    + pose proof (below_ok _ _ P0 M0). pose proof (below_ok _ _ P1 M1). nra.
    + pose proof (not_above_ok _ _ P0 M0). pose proof (not_above_ok _ _ P1 M1). nra.
  - destruct (run a _ _) as [la|] eqn:Ra; [|discriminate]. destruct (run e _ _) as [le|] eqn:Re; [|discriminate].
    destruct (run c _ _) as [lc|] eqn:Rc; [|discriminate]. injection R as <-.
    destruct (signs (gain_hand i)) as [G|[G|G]]; [apply IHa in Ra|apply IHe in Re|apply IHc in Rc];
      try (apply know_hand_ok; assumption).
    + destruct Ra as [leaf [I L]]. exists leaf. split; [apply in_or_app; left; exact I|exact L].
    + destruct Re as [leaf [I L]]. exists leaf. split; [apply in_or_app; right; apply in_or_app; left; exact I|exact L].
    + destruct Rc as [leaf [I L]]. exists leaf. split; [apply in_or_app; right; apply in_or_app; right; exact I|exact L].
  - destruct (run a _ _) as [la|] eqn:Ra; [|discriminate]. destruct (run e _ _) as [le|] eqn:Re; [|discriminate].
    destruct (run c _ _) as [lc|] eqn:Rc; [|discriminate]. injection R as <-.
    destruct (signs (gain_cell k)) as [G|[G|G]]; [apply IHa in Ra|apply IHe in Re|apply IHc in Rc];
      try (apply know_cell_ok; assumption).
    + destruct Ra as [leaf [I L]]. exists leaf. split; [apply in_or_app; left; exact I|exact L].
    + destruct Re as [leaf [I L]]. exists leaf. split; [apply in_or_app; right; apply in_or_app; left; exact I|exact L].
    + destruct Rc as [leaf [I L]]. exists leaf. split; [apply in_or_app; right; apply in_or_app; right; exact I|exact L]. Qed.
End Check.

(* ---- Equilibria ---- *)

(* Ten times what the banquier wins in a coup, with the commission 1/10. *)
Definition pay10 (p b : N) : Z := (9 * losses p b - 10 * wins p b)%Z.

Lemma over_deals_lin n m u v f g : over_deals n m (fun a b c e h i => u * f a b c e h i + v * g a b c e h i)
  = u * over_deals n m f + v * over_deals n m g.
Proof. unfold over_deals.
  assert (L : forall F G H : N -> R, (forall c, F c = u * G c + v * H c) -> Rsum cards F = u * Rsum cards G + v * Rsum cards H).
  { intros F G H E. rewrite <- !Rsum_scal, <- Rsum_plus. apply Rsum_ext. intros c _. apply E. }
  apply L; intros p1. apply L; intros p2. apply L; intros b1. apply L; intros b2.
  apply L; intros c5. apply L; intros c6. ring. Qed.
Lemma over_deals_ext n m f g : (forall a b c e h i, f a b c e h i = g a b c e h i) -> over_deals n m f = over_deals n m g.
Proof. intros E. unfold over_deals. do 6 (apply Rsum_ext; intros ? _). rewrite E. reflexivity. Qed.
Lemma payoff_lin n m u v f g h x y : (forall p b, h p b = u * f p b + v * g p b)%Z ->
  payoff n m h x y = IZR u * payoff n m f x y + IZR v * payoff n m g x y.
Proof. intros E. unfold payoff. rewrite <- over_deals_lin. apply over_deals_ext. intros. unfold result.
  rewrite !E, !plus_IZR, !mult_IZR. destruct (_ || _)%bool; ring. Qed.
Lemma payoff_win n m x y : payoff n m win x y = payoff n m wins x y - payoff n m losses x y.
Proof. rewrite (payoff_lin n m 1 (-1) wins losses win); [ring|].
  intros p b. unfold win, wins, losses. destruct (p ?= b)%N; reflexivity. Qed.
Lemma payoff_pay10 n m x y : payoff n m pay10 x y = 9 * payoff n m losses x y - 10 * payoff n m wins x y.
Proof. rewrite (payoff_lin n m 9 (-10) losses wins pay10); [ring|]. intros p b. unfold pay10. ring. Qed.

Section Moves.
Variables (m : model) (n : shoe) (d : Z) (pay : N -> N -> Z) (w : table).
Hypothesis Hw : forall x y, payoff n m pay x y = oeval d (Xr x) (Yr y) w.
Lemma move_hand x y i v : payoff n m pay (upd x i v) y - payoff n m pay x y = (v - x i) * teval d (Yr y) (hand w i).
Proof. rewrite !Hw. unfold oeval, hand. clear. induction w as [|[k tr] l IH]; cbn [Rsum fold_right fst snd teval]; [ring|].
  unfold Rsum in IH. destruct k as [| |j]; cbn [Xr]; try lra. unfold upd at 1.
  destruct (N.eqb_spec j i) as [->|E]; [rewrite teval_merge; lra|lra]. Qed.
Lemma move_cell x y k v : payoff n m pay x (upd y k v) - payoff n m pay x y = (v - y k) * valueX d x (cell_of w k).
Proof. rewrite !Hw. unfold oeval, valueX, cell_of. clear. induction w as [|[h tr] l IH]; cbn [map Rsum fold_right fst snd]; [ring|].
  unfold Rsum in IH. pose proof (teval_diff d tr (ykey k) (Yr (upd y k v)) (Yr y) (fun j => Yr_upd y k v j)) as D.
  rewrite !Yr_key in D. unfold upd at 2 in D. rewrite N.eqb_refl in D.
  replace (teval d (Yr (upd y k v)) tr) with (teval d (Yr y) tr + (v - y k) * ev d (tget (ykey k) tr)) by lra.
  cbn [map fold_right] in IH. lra. Qed.
Definition never : N -> R := fun _ => 0.
Lemma hand_same y y' i : (forall k, cell_met m k -> y k = y' k) -> teval d (Yr y) (hand w i) = teval d (Yr y') (hand w i).
Proof. intros E. pose proof (move_hand never y i 1) as A. pose proof (move_hand never y' i 1) as B.
  rewrite (payoff_ext n m pay _ _ y y' (fun _ _ => eq_refl) E) in A.
  rewrite (payoff_ext n m pay never never y y' (fun _ _ => eq_refl) E) in A. unfold never at 3 in A. unfold never at 3 in B. lra. Qed.
Lemma cell_same x x' k : (forall i, seen_on_five m i -> x i = x' i) -> valueX d x (cell_of w k) = valueX d x' (cell_of w k).
Proof. intros E. pose proof (move_cell x never k 1) as A. pose proof (move_cell x' never k 1) as B.
  rewrite (payoff_ext n m pay x x' (upd never k 1) _ E (fun _ _ => eq_refl)) in A.
  rewrite (payoff_ext n m pay x x' never never E (fun _ _ => eq_refl)) in A. unfold never at 3 in A. unfold never at 3 in B. lra. Qed.
End Moves.

Lemma upd_strategy x i v : strategy x -> 0 <= v <= 1 -> strategy (upd x i v).
Proof. intros Hx Hv j. unfold upd. destruct (j =? i)%N; [exact Hv|apply Hx]. Qed.
Lemma best_move g p : 0 <= p <= 1 -> (forall v, 0 <= v <= 1 -> (v - p) * g <= 0) -> (0 < g -> p = 1) /\ (g < 0 -> p = 0).
Proof. intros Hp B. split; intros G.
  - pose proof (B 1 ltac:(lra)). nra.
  - pose proof (B 0 ltac:(lra)). nra. Qed.

Section Equilibria.
Variables (m : model) (n : shoe) (d s : Z) (o q : table) (T : poly).
Hypothesis Hs : (s <= d)%Z.
Hypothesis Ho : forall x y, payoff n m win x y = oeval d (Xr x) (Yr y) o.
Hypothesis Hq : forall x y, payoff n m pay10 x y = oeval d (Xr x) (Yr y) q.
Hypothesis HT : deals n m = ev d T.
Hypothesis PT : ppos s T = true.
Variable a : R.
Hypothesis Ha : 0 <= a <= 1 / 10.
Lemma some_deals : 0 < deals n m.
Proof. rewrite HT. exact (pos_ev d s Hs T PT). Qed.
Lemma keeps_pays x y : 10 * deals n m * keeps n m a x y
  = (1 - 10 * a) * (-10 * payoff n m win x y) + 10 * a * payoff n m pay10 x y.
Proof. pose proof some_deals. unfold keeps. rewrite payoff_win, payoff_pay10. field. lra. Qed.
Lemma hands_of_equilibrium x y : equilibrium n m a x y -> forall i,
  (0 < gain_hand o d y i -> x i = 1) /\ (gain_hand o d y i < 0 -> x i = 0).
Proof. intros (Sx & Sy & Bx & _) i. apply best_move; [apply Sx|]. intros v Hv. unfold gain_hand.
  rewrite <- (move_hand m n d win o Ho x y i v). pose proof (Bx _ (upd_strategy x i v Sx Hv)) as B.
  unfold mean in B. pose proof some_deals as D. apply Rmult_le_compat_r with (r := deals n m) in B; [|lra].
  unfold Rdiv in B. rewrite !Rmult_assoc, Rinv_l in B; lra. Qed.
Lemma cells_of_equilibrium x y : equilibrium n m a x y -> forall k,
  (0 < gain_cell o q d x (10 * a) k -> y k = 1) /\ (gain_cell o q d x (10 * a) k < 0 -> y k = 0).
Proof. intros (Sx & Sy & _ & By) k. apply best_move; [apply Sy|]. intros v Hv. unfold gain_cell, line0, line1.
  rewrite valueX_map. pose proof (By _ (upd_strategy y k v Sy Hv)) as B. pose proof some_deals as D.
  apply Rmult_le_compat_l with (r := 10 * deals n m) in B; [|lra]. rewrite !keeps_pays in B.
  pose proof (move_cell m n d win o Ho x y k v) as M. pose proof (move_cell m n d pay10 q Hq x y k v) as M1.
  set (A0 := valueX d x (cell_of o k)) in *. set (A1 := valueX d x (cell_of q k)) in *.
  replace ((v - y k) * ((1 - 10 * a) * (IZR (-10) * A0) + 10 * a * A1))
    with ((1 - 10 * a) * (-10 * ((v - y k) * A0)) + 10 * a * ((v - y k) * A1)) by ring.
  rewrite <- M, <- M1. lra. Qed.

Definition no_hands : known_hands := fun _ => None.
Definition no_cells : known_cells := fun j => if (j =? 1)%positive then Some Plus else None.
Definition one_leaf tr im km : bool :=
  match run s o q tr no_hands no_cells with
  | Some [leaf] => single s o q m im km leaf && reached s o q im km leaf | _ => false end.
Lemma pure_known g r1 r2 p1 p2 : pure_sign g = true ->
  (forall h, g = Some h -> holds h r1) -> (forall h, g = Some h -> holds h r2) ->
  (0 < r1 -> p1 = 1) /\ (r1 < 0 -> p1 = 0) -> (0 < r2 -> p2 = 1) /\ (r2 < 0 -> p2 = 0) -> p1 = p2.
Proof. intros P H1 H2 [U1 V1] [U2 V2]. destruct g as [[| |]|]; try discriminate;
  specialize (H1 _ eq_refl); specialize (H2 _ eq_refl); cbn [holds] in *.
  - rewrite V1, V2; auto.
  - rewrite U1, U2; auto. Qed.

Theorem at_most_one tr im km : one_leaf tr im km = true ->
  forall x y x' y', equilibrium n m a x y -> equilibrium n m a x' y' ->
    (forall i, seen_on_five m i -> x i = x' i) /\ (forall k, cell_met m k -> y k = y' k).
Proof. unfold one_leaf. destruct (run s o q tr no_hands no_cells) as [[|leaf [|]]|] eqn:R; try discriminate.
  intros S x y x' y' E E'. apply andb_prop in S as [S _]. assert (Ht : 0 <= 10 * a <= 1) by lra.
  assert (F : forall x y, equilibrium n m a x y -> consistent o q d x y (10 * a) (fst leaf) (snd leaf)).
  { intros u v H. destruct H as (Su & Sv & H). assert (H' : equilibrium n m a u v) by exact (conj Su (conj Sv H)).
    destruct (run_ok s o q d Hs u v (10 * a) Su Sv Ht (hands_of_equilibrium u v H') (cells_of_equilibrium u v H')
      tr no_hands no_cells _ R) as [l [[<-|[]] L]]; [|exact L].
    split; [discriminate|]. split; [reflexivity|]. intros k g. unfold no_cells.
    destruct (Pos.eqb_spec (ykey k) 1) as [K|K]; [|discriminate].
    exfalso. unfold ykey in K. pose proof (N.succ_pos_spec (N.succ k)). rewrite K in *. lia. }
  pose proof (F x y E) as (C1 & _ & C2). pose proof (F x' y' E') as (D1 & _ & D2). clear F R.
  pose proof (hands_of_equilibrium x y E) as X1. pose proof (hands_of_equilibrium x' y' E') as X2.
  pose proof (cells_of_equilibrium x y E) as Y1. pose proof (cells_of_equilibrium x' y' E') as Y2.
  unfold single in S. rewrite !andb_true_iff in S. destruct S as [[[[[Sk Si] Sx] Sy] Sb] Su].
  rewrite forallb_forall in Sk, Si.
  assert (Px : forall i, seen_on_five m i -> i <> im -> x i = x' i).
  { intros i I N. specialize (Si i (fives_in m i I)). apply orb_prop in Si as [Si|Si]; [apply N.eqb_eq in Si; contradiction|].
    exact (pure_known _ _ _ _ _ Si (C1 i) (D1 i) (X1 i) (X2 i)). }
  assert (Py : forall k, cell_met m k -> k <> km -> y k = y' k).
  { intros k I N. specialize (Sk k (met_in m k I)). apply orb_prop in Sk as [Sk|Sk]; [apply N.eqb_eq in Sk; contradiction|].
    exact (pure_known _ _ _ _ _ Sk (C2 k) (D2 k) (Y1 k) (Y2 k)). }
  assert (Gi : gain_hand o d y im = 0 /\ gain_hand o d y' im = 0).
  { unfold same_sign in Sx. destruct (fst leaf im) as [[| |]|] eqn:L; try discriminate. exact (conj (C1 im _ L) (D1 im _ L)). }
  assert (Gk : gain_cell o q d x (10 * a) km = 0 /\ gain_cell o q d x' (10 * a) km = 0).
  { unfold same_sign in Sy. destruct (snd leaf (ykey km)) as [[| |]|] eqn:L; try discriminate. exact (conj (C2 km _ L) (D2 km _ L)). }
  assert (Qy : y km = y' km).
  { destruct Gi as [G G']. unfold gain_hand in G, G'.
    rewrite (hand_same m n d win o Ho y' (upd y km (y' km)) im) in G'.
    2:{ intros k I. unfold upd. destruct (N.eqb_spec k km) as [->|N]; [reflexivity|symmetry; auto]. }
    pose proof (teval_diff d (hand o im) (ykey km) (Yr (upd y km (y' km))) (Yr y) (fun j => Yr_upd y km (y' km) j)) as D.
    rewrite !Yr_key in D. unfold upd at 2 in D. rewrite N.eqb_refl, G, G' in D.
    apply orb_prop in Sb as [Sb|Sb]; apply (pos_ev d s Hs) in Sb; rewrite ?ev_neg in Sb; nra. }
  assert (Qx : x im = x' im).
  { destruct Gk as [G G']. unfold gain_cell, line0, line1 in G, G'. rewrite valueX_map in G, G'.
    assert (A : forall i, seen_on_five m i -> x' i = upd x im (x' im) i).
    { intros i I. unfold upd. destruct (N.eqb_spec i im) as [->|N]; [reflexivity|symmetry; auto]. }
    rewrite (cell_same m n d win o Ho x' _ km A), (cell_same m n d pay10 q Hq x' _ km A) in G'.
    pose proof (xdiff d (cell_of o km) x im (x' im)) as D0. pose proof (xdiff d (cell_of q km) x im (x' im)) as D1'.
    fold (valueX d (upd x im (x' im)) (cell_of o km)) in D0. fold (valueX d x (cell_of o km)) in D0.
    fold (valueX d (upd x im (x' im)) (cell_of q km)) in D1'. fold (valueX d x (cell_of q km)) in D1'.
    assert (U : ev d (xget im (line0 o km)) = IZR (-10) * ev d (xget im (cell_of o km))).
    { unfold line0, xget. rewrite !ev_sum. generalize (cell_of o km). intros l. rewrite <- Rsum_scal.
      induction l as [|[k v] l IH]; cbn [map Rsum fold_right fst snd]; [reflexivity|].
      unfold Rsum in IH. rewrite IH. destruct k as [| |j]; rewrite ?ev_nil; try ring.
      destruct (j =? im)%N; rewrite ?ev_scale, ?ev_nil; ring. }
    set (A0 := valueX d x (cell_of o km)) in *. set (A1 := valueX d x (cell_of q km)) in *.
    set (B0 := ev d (xget im (cell_of o km))) in *. set (B1 := ev d (xget im (cell_of q km))) in *.
    replace (valueX d (upd x im (x' im)) (cell_of o km)) with (A0 + (x' im - x im) * B0) in G' by lra.
    replace (valueX d (upd x im (x' im)) (cell_of q km)) with (A1 + (x' im - x im) * B1) in G' by lra.
    assert (Z : (x' im - x im) * ((1 - 10 * a) * (IZR (-10) * B0) + 10 * a * B1) = 0) by lra.
    assert (NZ : (1 - 10 * a) * (IZR (-10) * B0) + 10 * a * B1 <> 0).
    { rewrite <- U. change B1 with (ev d (xget im (line1 q km))) in *.
      apply orb_prop in Su as [Su|Su]; apply andb_prop in Su as [S0 S1];
        apply (pos_ev d s Hs) in S0; apply (pos_ev d s Hs) in S1; rewrite ?ev_neg in *; nra. }
    apply Rmult_integral in Z as [Z|Z]; [lra|contradiction]. }
  split.
  - intros i I. destruct (N.eq_dec i im) as [->|N]; [exact Qx|auto].
  - intros k I. destruct (N.eq_dec k km) as [->|N]; [exact Qy|auto]. Qed.

(* ---- There is one ---- *)
Definition prob_of (g : option sign) (p : R) : R := match g with Some Plus => 1 | Some Same => p | _ => 0 end.
Lemma prob_of_ok g p : 0 <= p <= 1 -> 0 <= prob_of g p <= 1.
Proof. intros P. unfold prob_of. destruct g as [[| |]|]; lra. Qed.
Lemma suits_ok g v p z : 0 <= p <= 1 -> 0 <= z <= 1 -> suits s g v = true -> z * ev d v <= prob_of g p * ev d v.
Proof. intros Hp Hz S. unfold suits, prob_of in *. destruct g as [[| |]|];
  try (apply (nonneg_ev d s Hs) in S; rewrite ?ev_neg in S; nra). apply (zero_ev d) in S. rewrite S. lra. Qed.
Lemma suitsY_ok p tr : 0 <= p <= 1 -> forall f g h, (forall k, 0 <= h k <= 1) -> (forall k, g k = prob_of (f k) p) ->
  suitsY s f tr = true -> teval d h tr <= teval d g tr.
Proof. intros Hp. induction tr as [|l IHl v r IHr]; intros f g h Hh Hg S; cbn [teval suitsY] in *; [lra|].
  apply andb_prop in S as [S S3]. apply andb_prop in S as [S1 S2]. rewrite (Hg xH).
  pose proof (suits_ok _ v p (h xH) Hp (Hh xH) S1).
  pose proof (IHl (fun k => f (xO k)) (fun k => g (xO k)) (fun k => h (xO k)) (fun k => Hh _) (fun k => Hg _) S2).
  pose proof (IHr (fun k => f (xI k)) (fun k => g (xI k)) (fun k => h (xI k)) (fun k => Hh _) (fun k => Hg _) S3). lra. Qed.
Lemma Yr_box y k : strategy y -> 0 <= Yr y k <= 1.
Proof. intros Sy. unfold Yr. destruct (Pos.pred_N k); [lra|apply Sy]. Qed.
Lemma ykey_not_one k : ykey k <> xH.
Proof. unfold ykey. pose proof (N.succ_pos_spec (N.succ k)) as P. intros E. rewrite E in P. lia. Qed.
Lemma Yr_of fy p k : k <> xH -> Yr (fun j => prob_of (fy (ykey j)) p) k = prob_of (fy k) p.
Proof. intros K. destruct (key_or_one k) as [->|[j ->]]; [contradiction|]. apply Yr_key. Qed.
Lemma suits_cells_ok fy p tr y : 0 <= p <= 1 -> strategy y -> suits_cells s fy tr = true ->
  teval d (Yr y) tr <= teval d (Yr (fun j => prob_of (fy (ykey j)) p)) tr.
Proof. intros Hp Sy S. destruct tr as [|l v r]; cbn [teval suits_cells] in *; [lra|]. apply andb_prop in S as [S1 S2].
  pose proof (suitsY_ok p l Hp _ (fun k => Yr (fun j => prob_of (fy (ykey j)) p) (xO k)) (fun k => Yr y (xO k))
    (fun k => Yr_box y _ Sy) (fun k => Yr_of fy p (xO k) ltac:(discriminate)) S1).
  pose proof (suitsY_ok p r Hp _ (fun k => Yr (fun j => prob_of (fy (ykey j)) p) (xI k)) (fun k => Yr y (xI k))
    (fun k => Yr_box y _ Sy) (fun k => Yr_of fy p (xI k) ltac:(discriminate)) S2).
  change (Yr y 1) with 1. change (Yr (fun j => prob_of (fy (ykey j)) p) 1) with 1. lra. Qed.
Lemma Rsum_le {A} (l : list A) f g : (forall e, In e l -> f e <= g e) -> Rsum l f <= Rsum l g.
Proof. induction l as [|e l IH]; intros H; cbn [Rsum fold_right]; [lra|].
  pose proof (H e (or_introl eq_refl)). pose proof (IH (fun e I => H e (or_intror I))) as I. unfold Rsum in I. lra. Qed.
Lemma fraction_ok num den : fraction s num den = true -> 0 < ev d den /\ 0 <= ev d num <= ev d den.
Proof. unfold fraction. rewrite !andb_true_iff. intros [[P Q] U]. apply (pos_ev d s Hs) in P.
  apply (nonneg_ev d s Hs) in Q. apply (nonneg_ev d s Hs) in U. rewrite ev_sub in U. lra. Qed.
Lemma quotient u v : 0 < v -> 0 <= u <= v -> 0 <= u / v <= 1.
Proof. intros V U. assert (E : u / v * v = u) by (field; lra). split.
  - apply Rmult_le_reg_r with v; lra.
  - apply Rmult_le_reg_r with v; lra. Qed.
Lemma cancel u v w : 0 < w -> w * u <= w * v -> u <= v.
Proof. intros W H. apply Rmult_le_reg_l with w; assumption. Qed.

Theorem balanced_ok fx fy y0 x0 x1 : all (balanced s o q fx fy y0 x0 x1) = true -> exists x y, equilibrium n m a x y.
Proof. intros H. apply all_parts in H. destruct H as (Fy & F0 & F1 & Hx & Hy & _).
  destruct y0 as [yn yd], x0 as [n0 d0], x1 as [n1 d1]. cbn [fst snd] in *.
  apply fraction_ok in Fy, F0, F1. destruct Fy as [Dy Ny], F0 as [D0 N0], F1 as [D1 N1].
  pose proof some_deals as D. assert (Ht : 0 <= 10 * a <= 1) by lra. set (t := 10 * a) in *.
  set (xd := (1 - t) * ev d d0 + t * ev d d1). set (xn := (1 - t) * ev d n0 + t * ev d n1).
  assert (Dx : 0 < xd) by (unfold xd; nra). assert (Nx : 0 <= xn <= xd) by (unfold xn, xd; split; nra).
  set (p := xn / xd). set (r := ev d yn / ev d yd).
  assert (Hp : 0 <= p <= 1) by (apply quotient; assumption). assert (Hr : 0 <= r <= 1) by (apply quotient; assumption).
  set (x := fun i => prob_of (fx i) p). set (y := fun k => prob_of (fy (ykey k)) r).
  assert (Sx : strategy x) by (intros i; apply prob_of_ok, Hp). assert (Sy : strategy y) by (intros k; apply prob_of_ok, Hr).
  exists x, y. split; [exact Sx|]. split; [exact Sy|]. split.
  - intros x' Sx'. unfold mean, Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, D|].
    apply (cancel _ _ (ev d yd) Dy). rewrite !Ho, <- !oeval_scalY.
    rewrite !(oeval_ext d _ _ (fun k => ev d yd * Yr y k) (fun k => ev d (scaledY fy yn yd k)) o (fun k => eq_refl)).
    2,3: intros k; destruct (Pos.eq_dec k 1) as [->|K]; [cbn [scaledY]; change (Yr y 1) with 1; ring|];
      unfold y; rewrite (Yr_of fy r k K);
      replace (scaledY fy yn yd k) with (scaled (fy k) yn yd) by (destruct k; [reflexivity|reflexivity|contradiction]);
      unfold scaled, prob_of; destruct (fy k) as [[| |]|]; rewrite ?ev_nil; try ring; unfold r; field; lra.
    rewrite <- !fixY_ok. apply Rsum_le. intros [k v] I. rewrite forallb_forall in Hx. specialize (Hx _ I).
    cbn [fst snd] in *. destruct k as [| |i]; cbn [Xr]; try lra. unfold x. cbn [suits_hand fst snd] in Hx.
    apply suits_ok; auto.
  - intros y' Sy'. apply (cancel _ _ (10 * deals n m)); [lra|]. apply (cancel _ _ xd Dx). rewrite !keeps_pays. fold t.
    set (X0 := scaledX fx n0 d0) in *. set (X1 := scaledX fx n1 d1) in *.
    assert (EX : forall w z, xd * oeval d (Xr x) z w
      = (1 - t) * oeval d (fun k => ev d (X0 k)) z w + t * oeval d (fun k => ev d (X1 k)) z w).
    { intros w z. rewrite <- !oeval_scalX. unfold oeval. rewrite <- Rsum_plus. apply Rsum_ext. intros [k v] _. cbn [fst].
      rewrite <- Rmult_plus_distr_r. f_equal. unfold X0, X1, scaledX, xd. destruct k as [| |i]; cbn [Xr]; rewrite ?ev_nil; try ring.
      unfold x, scaled, prob_of. destruct (fx i) as [[| |]|]; rewrite ?ev_nil; try ring. fold xd. unfold p, xn. field. lra. }
    cbn [forallb gains] in Hy. rewrite !andb_true_iff in Hy. destruct Hy as (H0 & H1 & H2 & _).
    pose proof (suits_cells_ok fy r _ y' Hr Sy' H0) as B0. pose proof (suits_cells_ok fy r _ y' Hr Sy' H1) as B1.
    pose proof (suits_cells_ok fy r _ y' Hr Sy' H2) as B2. fold y in B0, B1, B2.
    assert (C : forall tr f, teval d f (tmul [(-10)%Z] tr) = -10 * teval d f tr).
    { intros. rewrite teval_mul. unfold ev. cbn [pev]. rewrite Z.mul_0_r. reflexivity. }
    rewrite !C, !fixX_ok in B0. rewrite !teval_merge, !C, !fixX_ok in B1. rewrite !fixX_ok in B2.
    rewrite !Ho, !Hq.
    assert (K : forall z, xd * ((1 - t) * (-10 * oeval d (Xr x) (Yr z) o) + t * oeval d (Xr x) (Yr z) q)
      = (1 - t) * (1 - t) * (-10 * oeval d (fun k => ev d (X0 k)) (Yr z) o)
      + (1 - t) * t * (-10 * oeval d (fun k => ev d (X1 k)) (Yr z) o + oeval d (fun k => ev d (X0 k)) (Yr z) q)
      + t * t * oeval d (fun k => ev d (X1 k)) (Yr z) q).
    { intros z. replace (xd * ((1 - t) * (-10 * oeval d (Xr x) (Yr z) o) + t * oeval d (Xr x) (Yr z) q))
        with (-10 * (1 - t) * (xd * oeval d (Xr x) (Yr z) o) + t * (xd * oeval d (Xr x) (Yr z) q)) by ring.
      rewrite !EX. ring. }
    rewrite !K.
    apply Rplus_le_compat; [apply Rplus_le_compat|]; apply Rmult_le_compat_l; auto; apply Rmult_le_pos; lra. Qed.

Theorem one_leaf_ok tr im km : one_leaf tr im km = true -> one_equilibrium n m a.
Proof. intros H. pose proof (at_most_one tr im km H) as U. unfold one_leaf in H.
  destruct (run s o q tr no_hands no_cells) as [[|leaf [|]]|]; try discriminate. apply andb_prop in H as [_ H].
  destruct (balanced_ok _ _ _ _ _ H) as [x [y E]]. exists x, y. split; [exact E|]. intros x' y' E'. exact (U x' y' x y E' E). Qed.
End Equilibria.

(* ---- Every number of decks from s on ---- *)
Definition all_commissions m s tr im km : bool :=
  ppos s (count m decksP) && one_leaf m s (build m win decksP) (build m pay10 decksP) tr im km.
Opaque build count one_leaf.
Theorem all_commissions_ok m s tr im km : all_commissions m s tr im km = true ->
  forall d a, (s <= d)%Z -> 0 <= a <= 1 / 10 -> one_equilibrium (decks d) m a.
Proof. intros H d a D A. unfold all_commissions in H. apply andb_prop in H as [P H].
  exact (one_leaf_ok m (decks d) d s _ _ _ D (table_of_decks m d)
    (fun x y => table_ok m pay10 d decksP (decks d) x y (decksP_ok d)) (deals_of_decks m d) P a A tr im km H). Qed.
