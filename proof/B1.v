(* Chemin de fer, model B1, every number of decks.

   Written by `baccarat solve --coq` from a certificate. Rules.v says what the words mean, and
   `proof/check FILE` lets Coq check this file. *)

Require Import ZArith NArith List Reals.
From Baccarat Require Import Rules Polynomials Certificate Every.
Import ListNotations.
Open Scope Z_scope.

Definition large : cert := {|
  from := 4;
  xmix := 5%N; xp := [-23; 732; -9312; 36864];
  xd := [-8; 552; -9104; 45056];
  xsure := []%N;
  ymix := 106%N; yp := [-31; 374; 5248; -107456; 439808];
  yd := [20; -1588; 37112; -349344; 1171456];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 57; 58; 66; 67; 68; 69;
    70; 71; 74; 84; 85; 86; 87; 90; 102; 103]%N;
  vn := [0; 537; -26286; 1090952; -34638784; 655761920; -6969345536; 38873874432; -89072336896];
  vd := [390; -73216; 5616234; -230169368; 5547568312; -81169553504; 709654481536; -3413661901312;
    6959254601728] |}.

Definition decks_1 : cert := {|
  from := 1;
  xmix := 5%N; xp := [28261];
  xd := [36496];
  xsure := []%N;
  ymix := 106%N; yp := [171373];
  yd := [428828];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 57; 58; 66; 67; 68; 69;
    70; 71; 74; 85; 86; 87; 90; 102; 103]%N;
  vn := [-581376851];
  vd := [42646944600] |}.

Definition decks_2 : cert := {|
  from := 2;
  xmix := 5%N; xp := [259105];
  xd := [325128];
  xsure := []%N;
  ymix := 106%N; yp := [58340];
  yd := [149017];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 57; 58; 66; 67; 68; 69;
    70; 71; 74; 85; 86; 87; 90; 102; 103]%N;
  vn := [-179332720844];
  vd := [13603214292525] |}.

Definition decks_3 : cert := {|
  from := 3;
  xmix := 5%N; xp := [913693];
  xd := [1136224];
  xsure := []%N;
  ymix := 106%N; yp := [16666675];
  yd := [42892456];
  ysure := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33;
    34; 35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 57; 58; 66; 67; 68; 69;
    70; 71; 74; 85; 86; 87; 90; 102; 103]%N;
  vn := [-12012112404263];
  vd := [921239237335560] |}.

Lemma checked : every B1 large [decks_1; decks_2; decks_3] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* From 4 decks on these strategies are optimal, and the only ones. *)
Theorem formulas d : 4 <= d -> says B1 (decks d) large d.
Proof. exact (from_some_number_on B1 large [decks_1; decks_2; decks_3] checked d). Qed.
(* With every number of decks there is exactly one pair of optimal strategies. *)
Theorem one_for_every_number d : 1 <= d -> one_solution (decks d) B1.
Proof. exact (every_number B1 large [decks_1; decks_2; decks_3] checked d). Qed.
Print Assumptions one_for_every_number.
