(* Chemin de fer, model B4, every number of decks.

   Written by `baccarat solve --coq` from a certificate. Rules.v says what the words mean, and
   `proof/check FILE` lets Coq check this file. *)

Require Import ZArith NArith List Reals.
From Baccarat Require Import Rules Polynomials Certificate Every.
Import ListNotations.
Open Scope Z_scope.

Definition large : cert := {|
  from := 4;
  xmix := 14%N; xp := [-15; 288; -2064; 3072];
  xd := [0; 48; -1056; 5632];
  xsure := [5; 69; 78]%N;
  ymix := 106%N; yp := [41; -1992; 27336; -128320; 109952];
  yd := [0; -240; 7776; -83072; 292864];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 57; 58; 66; 67; 68; 69;
    70; 71; 74; 84; 85; 86; 87; 90; 102; 103]%N;
  vn := [-615; 33240; -516744; -1570880; 143160576; -1834529792; 10293315584; -22268084224];
  vd := [-4680; 658632; -36501504; 1053321568; -17315875200; 163619342848; -828084381696;
    1739813650432] |}.

Definition decks_1 : cert := {|
  from := 1;
  xmix := 14%N; xp := [1281];
  xd := [4624];
  xsure := [5; 69; 78]%N;
  ymix := 106%N; yp := [2955];
  yd := [217328];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 56; 57; 58; 66; 67; 68;
    69; 70; 71; 74; 85; 86; 87; 90; 102; 103]%N;
  vn := [-1968654371];
  vd := [151292887200] |}.

Definition decks_2 : cert := {|
  from := 2;
  xmix := 14%N; xp := [16881];
  xd := [40928];
  xsure := [5; 69; 78]%N;
  ymix := 106%N; yp := [858359];
  yd := [4051872];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 57; 58; 66; 67; 68; 69;
    70; 71; 74; 85; 86; 87; 90; 102; 103]%N;
  vn := [-50063673181];
  vd := [3881462081640] |}.

Definition decks_3 : cert := {|
  from := 3;
  xmix := 14%N; xp := [21739];
  xd := [47568];
  xsure := [5; 69; 78]%N;
  ymix := 106%N; yp := [5803331];
  yd := [21548304];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 57; 58; 66; 67; 68; 69;
    70; 71; 74; 85; 86; 87; 90; 102; 103]%N;
  vn := [-13882050804943];
  vd := [1079894655599760] |}.

Lemma checked : every B4 large [decks_1; decks_2; decks_3] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* From 4 decks on these strategies are optimal, and the only ones. *)
Theorem formulas d : 4 <= d -> says B4 (decks d) large d.
Proof. exact (from_some_number_on B4 large [decks_1; decks_2; decks_3] checked d). Qed.
(* With every number of decks there is exactly one pair of optimal strategies. *)
Theorem one_for_every_number d : 1 <= d -> one_solution (decks d) B4.
Proof. exact (every_number B4 large [decks_1; decks_2; decks_3] checked d). Qed.
Print Assumptions one_for_every_number.
