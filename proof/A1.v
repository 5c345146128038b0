(* Chemin de fer, model A1, every card returns to 0:16 1:4 2:4 3:4 4:4 5:4 6:4 7:4 8:4 9:4.

   Written by `baccarat solve --coq` from a certificate. Rules.v says what the words mean, and
   `proof/check FILE` lets Coq check this file. *)

Require Import ZArith NArith List Reals.
From Baccarat Require Import Rules Polynomials Certificate Every.
Import ListNotations.
Open Scope Z_scope.

Definition solution : cert := {|
  from := 0;
  xmix := 5%N; xp := [9];
  xd := [11];
  xsure := []%N;
  ymix := 106%N; yp := [859];
  yd := [2288];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 57; 58; 66; 67; 68; 69;
    70; 71; 74; 84; 85; 86; 87; 90; 102; 103]%N;
  vn := [-679568];
  vd := [53094899] |}.

Lemma checked : one_shoe A1 (decks 1) solution = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* These strategies are optimal, and the only ones; and the value is this. *)
Theorem only_solution : says A1 (decks 1) solution 0.
Proof. exact (one_shoe_ok A1 (decks 1) solution eq_refl checked). Qed.
Theorem value : (V solution 0 = IZR (-679568) / IZR 53094899)%R.
Proof. reflexivity. Qed.
Print Assumptions only_solution.
