(* Chemin de fer, all large shoes, at every commission from 0 to 1/10.

   Written by `baccarat solve --coq` from a certificate. Rules.v says what the words mean, and
   `proof/check FILE` lets Coq check this file. *)

Require Import ZArith NArith List Reals.
From Baccarat Require Import Rules Polynomials Commission.
Import ListNotations.
Open Scope Z_scope.

Definition signs_B4 : tree :=
  cells [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 32; 33; 34;
    35; 36; 37; 38; 39; 40; 41; 42; 48; 49; 50; 51; 52; 53; 54; 55; 58; 66; 67; 68; 69; 70; 71;
    74; 85; 86; 87; 90; 103]%N [56; 64; 72; 73; 80; 81; 82; 83; 88; 89; 96; 97; 98; 99; 100; 101;
    104; 105; 112; 113; 114; 115; 116; 117; 118; 119; 120; 121; 122]%N (
  Split (Ponte 5)
  (
    cells [102]%N [65; 106]%N (
    hands [14; 23; 69; 78]%N []%N (
    cells [57]%N []%N (
    Refuted true [(5%N, [-1])]))))
  (
    Split (Ponte 14)
    (
      cells [102]%N [65]%N (
      Split (Ponte 23)
      (
        cells []%N [106]%N (
        hands [69; 78]%N []%N (
        Refuted true [(5%N, [-1])])))
      (
        Refuted true [(5%N, [-37; 460; -1408]); (23%N, [48; -1056; 5632])])
      (
        Refuted true [(5%N, [-37; 460; -1408]); (23%N, [48; -1056; 5632])])))
    (
      Refuted true [(5%N, [5; -108; 1184; -5632]); (14%N, [0; 192; -4224; 22528])])
    (
      Refuted true [(5%N, [5; -108; 1184; -5632]); (14%N, [0; 192; -4224; 22528])]))
  (
    cells [57]%N []%N (
    Split (Ponte 14)
    (
      cells [102]%N [65]%N (
      Split (Ponte 23)
      (
        cells []%N [106]%N (
        hands [69; 78]%N []%N (
        cells [84]%N []%N (
        Refuted true [(14%N, [-1])]))))
      (
        Refuted true [(14%N, [-15; 200; -1408]); (23%N, [12; -264; 1408])])
      (
        Refuted true [(14%N, [-15; 200; -1408]); (23%N, [12; -264; 1408])])))
    (
      Split (Ponte 23)
      (
        cells [102]%N [65]%N (
        Split (Ponte 69)
        (
          cells []%N [106]%N (
          hands [78]%N []%N (
          Refuted true [(14%N, [-1])])))
        (
          Refuted true [(5%N, [-37; 956; -6440; -7424; 128384]); (69%N, [136; -3800; 32672;
            -24704; -513536])])
        (
          Split (Ponte 78)
          (
            cells []%N [106]%N (
            Refuted true [(14%N, [-1])]))
          (
            Refuted true [(5%N, [-1; 16; -164; 704]); (78%N, [0; -24; 528; -2816])])
          (
            cells [84]%N []%N (
            Split (Banquier 106)
            (
              Refuted true [(14%N, [-1])])
            (
              Found)
            (
              Refuted true [(5%N, [1])]))))))
      (
        Refuted true [(14%N, [-15; 200; -1408]); (23%N, [12; -264; 1408])])
      (
        Refuted true [(14%N, [-15; 200; -1408]); (23%N, [12; -264; 1408])]))
    (
      Split (Ponte 23)
      (
        cells [102]%N [65]%N (
        Split (Ponte 69)
        (
          cells []%N [106]%N (
          hands [78]%N []%N (
          Refuted true [(23%N, [-1])])))
        (
          Refuted true [(5%N, [-37; 956; -6440; -7424; 128384]); (69%N, [136; -3800; 32672;
            -24704; -513536])])
        (
          Split (Ponte 78)
          (
            cells []%N [106]%N (
            Refuted true [(23%N, [-1])]))
          (
            Refuted true [(5%N, [-1; 16; -164; 704]); (78%N, [0; -24; 528; -2816])])
          (
            cells [84; 106]%N []%N (
            Refuted true [(5%N, [1])])))))
      (
        Split (Ponte 69)
        (
          cells [102]%N [65]%N (
          Refuted true [(5%N, [-37; 956; -6440; -7424; 128384]); (69%N, [136; -3800; 32672;
            -24704; -513536])]))
        (
          Refuted true [(5%N, [31; -428; 1408]); (69%N, [-48; 1056; -5632])])
        (
          Split (Ponte 78)
          (
            cells [102]%N [65]%N (
            Refuted true [(5%N, [-1; 16; -164; 704]); (78%N, [0; -24; 528; -2816])]))
          (
            Refuted true [(5%N, [-1; 16; -164; 704]); (78%N, [0; -24; 528; -2816])])
          (
            cells [84; 106]%N []%N (
            Refuted true [(5%N, [1])]))))
      (
        Split (Ponte 69)
        (
          cells [102]%N [65]%N (
          Refuted true [(5%N, [-37; 956; -6440; -7424; 128384]); (69%N, [136; -3800; 32672;
            -24704; -513536])]))
        (
          Refuted true [(5%N, [31; -428; 1408]); (69%N, [-48; 1056; -5632])])
        (
          cells [84; 106]%N []%N (
          hands []%N [78]%N (
          cells [102]%N [65]%N (
          Refuted true [(5%N, [1])]))))))))).

Lemma checked_B4 : all_commissions B4 5 signs_B4 14 106 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* From 5 decks on there is exactly one equilibrium, wherever a decision can arise. *)
Theorem only_equilibrium_B4 d a : 5 <= d -> (0 <= a <= 1 / 10)%R ->
  one_equilibrium (decks d) B4 a.
Proof. exact (all_commissions_ok B4 5 signs_B4 14 106 checked_B4 d a). Qed.
Print Assumptions only_equilibrium_B4.
