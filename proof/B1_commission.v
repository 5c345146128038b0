(* Chemin de fer, all large shoes, at every commission from 0 to 1/10.

   Written by `baccarat solve --coq` from a certificate. Rules.v says what the words mean, and
   `proof/check FILE` lets Coq check this file. *)

Require Import ZArith NArith List Reals.
From Baccarat Require Import Rules Polynomials Commission.
Import ListNotations.
Open Scope Z_scope.

Definition signs_B1 : tree :=
  cells [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33; 34;
    35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 58; 66; 67; 68; 69; 70; 71;
    74; 85; 86; 87; 90; 103]%N [56; 64; 72; 73; 80; 81; 82; 83; 88; 89; 96; 97; 98; 99; 100; 101;
    104; 105; 112; 113; 114; 115; 116; 117; 118; 119; 120; 121; 122]%N (
  Split (Ponte 5)
  (
    cells [102]%N [57; 65; 84; 106]%N (
    Refuted true [(5%N, [-1])]))
  (
    Split (Banquier 106)
    (
      Refuted true [(5%N, [-1])])
    (
      Split (Banquier 57)
      (
        Refuted false [(106%N, [0; -17; 784; -10512; 45056]); (57%N, [-10; 794; -18556; 174672;
          -585728])])
      (
        Refuted false [(106%N, [0; -17; 784; -10512; 45056]); (57%N, [-10; 794; -18556; 174672;
          -585728])])
      (
        Split (Banquier 65)
        (
          Split (Banquier 102)
          (
            Refuted false [(106%N, [0; 2; -204; 2184; -6144]); (102%N, [-5; 397; -9278; 87336;
              -292864])])
          (
            Refuted false [(106%N, [0; 2; -204; 2184; -6144]); (102%N, [-5; 397; -9278; 87336;
              -292864])])
          (
            Split (Banquier 84)
            (
              Refuted false [(106%N, [3; -48; 624; -3968; 8192]); (84%N, [-20; 1588; -37112;
                349344; -1171456])])
            (
              Refuted false [(106%N, [3; -48; 624; -3968; 8192]); (84%N, [-20; 1588; -37112;
                349344; -1171456])])
            (
              Found)))
        (
          Refuted false [(106%N, [0; 37; -852; 8144; -28672]); (65%N, [10; -794; 18556; -174672;
            585728])])
        (
          Refuted false [(106%N, [0; 37; -852; 8144; -28672]); (65%N, [10; -794; 18556; -174672;
            585728])])))
    (
      Refuted true [(5%N, [1])]))
  (
    cells [57; 84; 106]%N []%N (
    Refuted true [(5%N, [1])]))).

Lemma checked_B1 : all_commissions B1 5 signs_B1 5 106 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* From 5 decks on there is exactly one equilibrium, wherever a decision can arise. *)
Theorem only_equilibrium_B1 d a : 5 <= d -> (0 <= a <= 1 / 10)%R ->
  one_equilibrium (decks d) B1 a.
Proof. exact (all_commissions_ok B1 5 signs_B1 5 106 checked_B1 d a). Qed.
Print Assumptions only_equilibrium_B1.
