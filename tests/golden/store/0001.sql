BEGIN TRANSACTION;
CREATE TABLE acts (
	table_number INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	author TEXT DEFAULT '' NOT NULL, 
	time TEXT DEFAULT '' NOT NULL, 
	"key" TEXT DEFAULT '' NOT NULL, 
	line TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (table_number, number), 
	FOREIGN KEY(table_number) REFERENCES tables (number)
);
INSERT INTO "acts" VALUES(1,1,3,'house','2026-01-02T12:00:00.000Z','','{"number": 1, "format": 2, "author": "house", "time": "2026-01-02T12:00:00.000Z", "key": "", "acts": [{"act": "open", "game": "punto-banco", "decks": null, "cut_card": 380, "last_coup": "A", "burn": true, "bets": [], "least": 1, "most": null, "chip": 1, "rounding": "down", "differential": null, "both_sides": true, "seed": 7, "first_shoe": 0, "fair": false, "opponent": "", "model": "B3", "seats": 3}, {"act": "sit", "guest": "Ann", "bankroll": 1000}, {"act": "sit", "guest": "Bob", "bankroll": 500}], "seal": "2419bf51fe689b4b"}');
INSERT INTO "acts" VALUES(1,4,4,'house','2026-01-03T12:00:00.000Z','','{"number": 4, "format": 2, "author": "house", "time": "2026-01-03T12:00:00.000Z", "key": "", "acts": [{"act": "shuffle", "cards": "", "guest_seed": ""}], "seal": "26868950d136de27"}');
INSERT INTO "acts" VALUES(1,5,6,'house','2026-01-04T12:00:00.000Z','','{"number": 5, "format": 2, "author": "house", "time": "2026-01-04T12:00:00.000Z", "key": "", "acts": [{"act": "cut", "at": null}, {"act": "burn"}], "seal": "56eeafd0ffce980d"}');
INSERT INTO "acts" VALUES(1,7,7,'Ann','2026-01-05T12:00:00.000Z','0-0','{"number": 7, "format": 2, "author": "Ann", "time": "2026-01-05T12:00:00.000Z", "key": "0-0", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "324a473a3f548b71"}');
INSERT INTO "acts" VALUES(1,8,13,'house','2026-01-06T12:00:00.000Z','','{"number": 8, "format": 2, "author": "house", "time": "2026-01-06T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [9]}], "seal": "efdb3a0106bbae0e"}');
INSERT INTO "acts" VALUES(1,14,14,'Ann','2026-01-07T12:00:00.000Z','0-1','{"number": 14, "format": 2, "author": "Ann", "time": "2026-01-07T12:00:00.000Z", "key": "0-1", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "fd39bf2167ad5b2c"}');
INSERT INTO "acts" VALUES(1,15,21,'house','2026-01-08T12:00:00.000Z','','{"number": 15, "format": 2, "author": "house", "time": "2026-01-08T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [-10]}], "seal": "d05a079249547add"}');
INSERT INTO "acts" VALUES(1,22,22,'Ann','2026-01-09T12:00:00.000Z','0-2','{"number": 22, "format": 2, "author": "Ann", "time": "2026-01-09T12:00:00.000Z", "key": "0-2", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "5351dd100a8dbc98"}');
INSERT INTO "acts" VALUES(1,23,27,'house','2026-01-10T12:00:00.000Z','','{"number": 23, "format": 2, "author": "house", "time": "2026-01-10T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [-10]}], "seal": "7d0eaf6af92a30db"}');
INSERT INTO "acts" VALUES(1,28,34,'house','2026-01-11T12:00:00.000Z','','{"number": 28, "format": 2, "author": "house", "time": "2026-01-11T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "476ec7311f930e91"}');
INSERT INTO "acts" VALUES(1,35,41,'house','2026-01-12T12:00:00.000Z','','{"number": 35, "format": 2, "author": "house", "time": "2026-01-12T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "f6dcdbff6a89720a"}');
INSERT INTO "acts" VALUES(1,42,42,'house','2026-01-13T12:00:00.000Z','','{"number": 42, "format": 2, "author": "house", "time": "2026-01-13T12:00:00.000Z", "key": "", "acts": [{"act": "shuffle", "cards": "", "guest_seed": ""}], "seal": "c2ff83caf1ef1242"}');
INSERT INTO "acts" VALUES(1,43,44,'house','2026-01-14T12:00:00.000Z','','{"number": 43, "format": 2, "author": "house", "time": "2026-01-14T12:00:00.000Z", "key": "", "acts": [{"act": "cut", "at": null}, {"act": "burn"}], "seal": "25aa1712e91b05e9"}');
INSERT INTO "acts" VALUES(1,45,45,'Ann','2026-01-15T12:00:00.000Z','1-0','{"number": 45, "format": 2, "author": "Ann", "time": "2026-01-15T12:00:00.000Z", "key": "1-0", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "6349995e261dabd2"}');
INSERT INTO "acts" VALUES(1,46,50,'house','2026-01-16T12:00:00.000Z','','{"number": 46, "format": 2, "author": "house", "time": "2026-01-16T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [-10]}], "seal": "75dab01192edb8d6"}');
INSERT INTO "acts" VALUES(1,51,51,'Ann','2026-01-17T12:00:00.000Z','1-1','{"number": 51, "format": 2, "author": "Ann", "time": "2026-01-17T12:00:00.000Z", "key": "1-1", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "1f1e7e8a5b903840"}');
INSERT INTO "acts" VALUES(1,52,56,'house','2026-01-18T12:00:00.000Z','','{"number": 52, "format": 2, "author": "house", "time": "2026-01-18T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [9]}], "seal": "1f82d3865ca8e34d"}');
INSERT INTO "acts" VALUES(1,57,57,'Ann','2026-01-19T12:00:00.000Z','1-2','{"number": 57, "format": 2, "author": "Ann", "time": "2026-01-19T12:00:00.000Z", "key": "1-2", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "2f7fa2aa2c9eee6d"}');
INSERT INTO "acts" VALUES(1,58,63,'house','2026-01-20T12:00:00.000Z','','{"number": 58, "format": 2, "author": "house", "time": "2026-01-20T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [9]}], "seal": "fb4f4f4db206efc3"}');
INSERT INTO "acts" VALUES(1,64,70,'house','2026-01-21T12:00:00.000Z','','{"number": 64, "format": 2, "author": "house", "time": "2026-01-21T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "c52467b3f5acaf6e"}');
INSERT INTO "acts" VALUES(1,71,76,'house','2026-01-22T12:00:00.000Z','','{"number": 71, "format": 2, "author": "house", "time": "2026-01-22T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "224e7ac5505b6430"}');
INSERT INTO "acts" VALUES(1,77,82,'house','2026-01-23T12:00:00.000Z','','{"number": 77, "format": 2, "author": "house", "time": "2026-01-23T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "532d856d94d920e4"}');
INSERT INTO "acts" VALUES(1,83,89,'house','2026-01-24T12:00:00.000Z','','{"number": 83, "format": 2, "author": "house", "time": "2026-01-24T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "b635335d3d4ac52c"}');
INSERT INTO "acts" VALUES(1,90,90,'house','2026-01-25T12:00:00.000Z','','{"number": 90, "format": 2, "author": "house", "time": "2026-01-25T12:00:00.000Z", "key": "", "acts": [{"act": "shuffle", "cards": "", "guest_seed": ""}], "seal": "aeff2130183c005d"}');
INSERT INTO "acts" VALUES(1,91,92,'house','2026-01-26T12:00:00.000Z','','{"number": 91, "format": 2, "author": "house", "time": "2026-01-26T12:00:00.000Z", "key": "", "acts": [{"act": "cut", "at": null}, {"act": "burn"}], "seal": "1066276669607d77"}');
INSERT INTO "acts" VALUES(1,93,93,'Ann','2026-01-27T12:00:00.000Z','2-0','{"number": 93, "format": 2, "author": "Ann", "time": "2026-01-27T12:00:00.000Z", "key": "2-0", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "193c4e49c46266a9"}');
INSERT INTO "acts" VALUES(1,94,98,'house','2026-01-28T12:00:00.000Z','','{"number": 94, "format": 2, "author": "house", "time": "2026-01-28T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [-10]}], "seal": "e751801066e11ebb"}');
INSERT INTO "acts" VALUES(1,99,99,'Ann','2026-02-01T12:00:00.000Z','2-1','{"number": 99, "format": 2, "author": "Ann", "time": "2026-02-01T12:00:00.000Z", "key": "2-1", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "e56b1a6a075574cb"}');
INSERT INTO "acts" VALUES(1,100,104,'house','2026-02-02T12:00:00.000Z','','{"number": 100, "format": 2, "author": "house", "time": "2026-02-02T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [9]}], "seal": "1b656cb1e3295e91"}');
INSERT INTO "acts" VALUES(1,105,105,'Ann','2026-02-03T12:00:00.000Z','2-2','{"number": 105, "format": 2, "author": "Ann", "time": "2026-02-03T12:00:00.000Z", "key": "2-2", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "a7f2429868d2e1c7"}');
INSERT INTO "acts" VALUES(1,106,110,'house','2026-02-04T12:00:00.000Z','','{"number": 106, "format": 2, "author": "house", "time": "2026-02-04T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [9]}], "seal": "e85be55c5e91c4eb"}');
INSERT INTO "acts" VALUES(2,1,3,'house','2026-01-02T12:00:00.000Z','','{"number": 1, "format": 2, "author": "house", "time": "2026-01-02T12:00:00.000Z", "key": "", "acts": [{"act": "open", "game": "punto-banco", "decks": null, "cut_card": 380, "last_coup": "A", "burn": true, "bets": [], "least": 1, "most": null, "chip": 1, "rounding": "down", "differential": null, "both_sides": true, "seed": null, "first_shoe": 0, "fair": true, "opponent": "", "model": "B3", "seats": 3}, {"act": "sit", "guest": "Ann", "bankroll": 1000}, {"act": "sit", "guest": "Bob", "bankroll": 500}], "seal": "2bce4887943962fb"}');
INSERT INTO "acts" VALUES(2,4,4,'house','2026-01-03T12:00:00.000Z','','{"number": 4, "format": 2, "author": "house", "time": "2026-01-03T12:00:00.000Z", "key": "", "acts": [{"act": "promise", "house_seed": "0000000000000000000000000000000000000000000000000000000000000000", "shoe": 0}], "seal": "0667f29eac4d464d"}');
INSERT INTO "acts" VALUES(2,5,5,'house','2026-01-04T12:00:00.000Z','','{"number": 5, "format": 2, "author": "house", "time": "2026-01-04T12:00:00.000Z", "key": "", "acts": [{"act": "shuffle", "cards": "", "guest_seed": "luck"}], "seal": "b1219e63cee38b04"}');
INSERT INTO "acts" VALUES(2,6,7,'house','2026-01-05T12:00:00.000Z','','{"number": 6, "format": 2, "author": "house", "time": "2026-01-05T12:00:00.000Z", "key": "", "acts": [{"act": "cut", "at": null}, {"act": "burn"}], "seal": "fddb861722d25466"}');
INSERT INTO "acts" VALUES(2,8,8,'Ann','2026-01-06T12:00:00.000Z','0-0','{"number": 8, "format": 2, "author": "Ann", "time": "2026-01-06T12:00:00.000Z", "key": "0-0", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "2fc45a36d739867f"}');
INSERT INTO "acts" VALUES(2,9,15,'house','2026-01-07T12:00:00.000Z','','{"number": 9, "format": 2, "author": "house", "time": "2026-01-07T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [-10]}], "seal": "3761d034af38c249"}');
INSERT INTO "acts" VALUES(2,16,16,'Ann','2026-01-08T12:00:00.000Z','0-1','{"number": 16, "format": 2, "author": "Ann", "time": "2026-01-08T12:00:00.000Z", "key": "0-1", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "2a050645c19bd140"}');
INSERT INTO "acts" VALUES(2,17,22,'house','2026-01-09T12:00:00.000Z','','{"number": 17, "format": 2, "author": "house", "time": "2026-01-09T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [-10]}], "seal": "bb9d95a421971bb0"}');
INSERT INTO "acts" VALUES(2,23,23,'Ann','2026-01-10T12:00:00.000Z','0-2','{"number": 23, "format": 2, "author": "Ann", "time": "2026-01-10T12:00:00.000Z", "key": "0-2", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "b1e813465433525b"}');
INSERT INTO "acts" VALUES(2,24,30,'house','2026-01-11T12:00:00.000Z','','{"number": 24, "format": 2, "author": "house", "time": "2026-01-11T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [0]}], "seal": "0646bb3895ae285e"}');
INSERT INTO "acts" VALUES(2,31,35,'house','2026-01-12T12:00:00.000Z','','{"number": 31, "format": 2, "author": "house", "time": "2026-01-12T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "824df311b58e856e"}');
INSERT INTO "acts" VALUES(2,36,42,'house','2026-01-13T12:00:00.000Z','','{"number": 36, "format": 2, "author": "house", "time": "2026-01-13T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "6e4d95cbdfa6ce84"}');
INSERT INTO "acts" VALUES(2,43,47,'house','2026-01-14T12:00:00.000Z','','{"number": 43, "format": 2, "author": "house", "time": "2026-01-14T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "d313204409bdf6f1"}');
INSERT INTO "acts" VALUES(2,48,48,'house','2026-01-15T12:00:00.000Z','','{"number": 48, "format": 2, "author": "house", "time": "2026-01-15T12:00:00.000Z", "key": "", "acts": [{"act": "promise", "house_seed": "0000000000000000000000000000000000000000000000000000000000000001", "shoe": 0}], "seal": "c3177e8f20fc6510"}');
INSERT INTO "acts" VALUES(2,49,49,'house','2026-01-16T12:00:00.000Z','','{"number": 49, "format": 2, "author": "house", "time": "2026-01-16T12:00:00.000Z", "key": "", "acts": [{"act": "shuffle", "cards": "", "guest_seed": "luck"}], "seal": "1b287b4c60c1d1ac"}');
INSERT INTO "acts" VALUES(2,50,51,'house','2026-01-17T12:00:00.000Z','','{"number": 50, "format": 2, "author": "house", "time": "2026-01-17T12:00:00.000Z", "key": "", "acts": [{"act": "cut", "at": null}, {"act": "burn"}], "seal": "a6699558796fb308"}');
INSERT INTO "acts" VALUES(2,52,52,'Ann','2026-01-18T12:00:00.000Z','1-0','{"number": 52, "format": 2, "author": "Ann", "time": "2026-01-18T12:00:00.000Z", "key": "1-0", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "90eb291640e59dc9"}');
INSERT INTO "acts" VALUES(2,53,57,'house','2026-01-19T12:00:00.000Z','','{"number": 53, "format": 2, "author": "house", "time": "2026-01-19T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [9]}], "seal": "990d961e0de39db4"}');
INSERT INTO "acts" VALUES(2,58,58,'Ann','2026-01-20T12:00:00.000Z','1-1','{"number": 58, "format": 2, "author": "Ann", "time": "2026-01-20T12:00:00.000Z", "key": "1-1", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "d3920bebe69b6ed2"}');
INSERT INTO "acts" VALUES(2,59,64,'house','2026-01-21T12:00:00.000Z','','{"number": 59, "format": 2, "author": "house", "time": "2026-01-21T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [9]}], "seal": "776b32a208830e20"}');
INSERT INTO "acts" VALUES(2,65,65,'Ann','2026-01-22T12:00:00.000Z','1-2','{"number": 65, "format": 2, "author": "Ann", "time": "2026-01-22T12:00:00.000Z", "key": "1-2", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "1d70b5d2a56d8dd0"}');
INSERT INTO "acts" VALUES(2,66,71,'house','2026-01-23T12:00:00.000Z','','{"number": 66, "format": 2, "author": "house", "time": "2026-01-23T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [-10]}], "seal": "72d1e94b6cb08c09"}');
INSERT INTO "acts" VALUES(2,72,78,'house','2026-01-24T12:00:00.000Z','','{"number": 72, "format": 2, "author": "house", "time": "2026-01-24T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "bd35cdac3a61b70e"}');
INSERT INTO "acts" VALUES(2,79,84,'house','2026-01-25T12:00:00.000Z','','{"number": 79, "format": 2, "author": "house", "time": "2026-01-25T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "d388b26e14eef69b"}');
INSERT INTO "acts" VALUES(2,85,91,'house','2026-01-26T12:00:00.000Z','','{"number": 85, "format": 2, "author": "house", "time": "2026-01-26T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": true}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": []}], "seal": "a3d1f2a17d43d6fc"}');
INSERT INTO "acts" VALUES(2,92,92,'house','2026-01-27T12:00:00.000Z','','{"number": 92, "format": 2, "author": "house", "time": "2026-01-27T12:00:00.000Z", "key": "", "acts": [{"act": "promise", "house_seed": "0000000000000000000000000000000000000000000000000000000000000002", "shoe": 0}], "seal": "b1d0652713f28eb8"}');
INSERT INTO "acts" VALUES(2,93,93,'house','2026-01-28T12:00:00.000Z','','{"number": 93, "format": 2, "author": "house", "time": "2026-01-28T12:00:00.000Z", "key": "", "acts": [{"act": "shuffle", "cards": "", "guest_seed": "luck"}], "seal": "52ae3fb02995f6b0"}');
INSERT INTO "acts" VALUES(2,94,95,'house','2026-02-01T12:00:00.000Z','','{"number": 94, "format": 2, "author": "house", "time": "2026-02-01T12:00:00.000Z", "key": "", "acts": [{"act": "cut", "at": null}, {"act": "burn"}], "seal": "56006c9c89c4f5a9"}');
INSERT INTO "acts" VALUES(2,96,96,'Ann','2026-02-02T12:00:00.000Z','2-0','{"number": 96, "format": 2, "author": "Ann", "time": "2026-02-02T12:00:00.000Z", "key": "2-0", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "3a50a637fe4dca8e"}');
INSERT INTO "acts" VALUES(2,97,102,'house','2026-02-03T12:00:00.000Z','','{"number": 97, "format": 2, "author": "house", "time": "2026-02-03T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [-10]}], "seal": "1e9c649b9142a6c1"}');
INSERT INTO "acts" VALUES(2,103,103,'Ann','2026-02-04T12:00:00.000Z','2-1','{"number": 103, "format": 2, "author": "Ann", "time": "2026-02-04T12:00:00.000Z", "key": "2-1", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "8c676d7b8f6e590e"}');
INSERT INTO "acts" VALUES(2,104,108,'house','2026-02-05T12:00:00.000Z','','{"number": 104, "format": 2, "author": "house", "time": "2026-02-05T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [9]}], "seal": "a6dc84b035404546"}');
INSERT INTO "acts" VALUES(2,109,109,'Ann','2026-02-06T12:00:00.000Z','2-2','{"number": 109, "format": 2, "author": "Ann", "time": "2026-02-06T12:00:00.000Z", "key": "2-2", "acts": [{"act": "place", "spot": "banker", "stake": 10, "guest": "Ann"}], "seal": "84a4122e30eb220a"}');
INSERT INTO "acts" VALUES(2,110,116,'house','2026-02-07T12:00:00.000Z','','{"number": 110, "format": 2, "author": "house", "time": "2026-02-07T12:00:00.000Z", "key": "", "acts": [{"act": "deal", "squeeze": false, "free": false}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": null}, {"act": "draw", "paid": [0]}], "seal": "71b07c6731a614ce"}');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE answers (
	place TEXT DEFAULT '' NOT NULL, 
	author TEXT DEFAULT '' NOT NULL, 
	"key" TEXT DEFAULT '' NOT NULL, 
	time TEXT DEFAULT '' NOT NULL, 
	asked TEXT DEFAULT '' NOT NULL, 
	answer TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (place, author, "key")
);
INSERT INTO "answers" VALUES('table/1','Ann','0-0','2026-01-05T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/1','Ann','0-1','2026-01-07T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/1','Ann','0-2','2026-01-09T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/1','Ann','1-0','2026-01-15T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/1','Ann','1-1','2026-01-17T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/1','Ann','1-2','2026-01-19T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/1','Ann','2-0','2026-01-27T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/1','Ann','2-1','2026-02-01T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/1','Ann','2-2','2026-02-03T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','0-0','2026-01-06T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','0-1','2026-01-08T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','0-2','2026-01-10T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','1-0','2026-01-18T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','1-1','2026-01-20T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','1-2','2026-01-22T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','2-0','2026-02-02T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','2-1','2026-02-04T12:00:00.000Z','ab','{"told": true}');
INSERT INTO "answers" VALUES('table/2','Ann','2-2','2026-02-06T12:00:00.000Z','ab','{"told": true}');
CREATE TABLE board_acts (
	board_number INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	what TEXT DEFAULT '' NOT NULL, 
	line TEXT DEFAULT '' NOT NULL, 
	page TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (board_number, number), 
	FOREIGN KEY(board_number) REFERENCES boards (number)
);
INSERT INTO "board_acts" VALUES(1,1,'open','{"number": 1, "author": "house", "time": "2026-01-02T00:00:00.000Z", "key": "", "act": {"what": "open", "said": "Table 3"}, "seal": "4c3ade6f6469acd3"}','');
INSERT INTO "board_acts" VALUES(1,2,'result','{"number": 2, "author": "house", "time": "2026-01-02T00:00:00.000Z", "key": "", "act": {"what": "result", "said": "B"}, "seal": "9783365f7636d77a"}','');
INSERT INTO "board_acts" VALUES(1,3,'result','{"number": 3, "author": "house", "time": "2026-01-02T00:00:00.000Z", "key": "", "act": {"what": "result", "said": "P 9-7"}, "seal": "cfc788b38d4e0112"}','');
INSERT INTO "board_acts" VALUES(1,4,'result','{"number": 4, "author": "house", "time": "2026-01-02T00:00:00.000Z", "key": "", "act": {"what": "result", "said": "T"}, "seal": "ad69603fd0f040f2"}','');
INSERT INTO "board_acts" VALUES(1,5,'shoe','{"number": 5, "author": "house", "time": "2026-01-02T00:00:00.000Z", "key": "", "act": {"what": "shoe"}, "seal": "4e4882881534d23a"}','{"number": 4, "name": "Table 3", "is_open": true, "shoe": 1, "before": {}, "record": "[Baccarat \"1\"]\n[Game \"punto-banco\"]\n[Decks \"8\"]\n[CutCard \"14\"]\n[LastCoup \"A\"]\n[Table \"Table 3\"]\n\n1. B\n2. P 9-7\n3. T\nend 3\n"}');
INSERT INTO "board_acts" VALUES(1,6,'result','{"number": 6, "author": "house", "time": "2026-01-02T00:00:00.000Z", "key": "", "act": {"what": "result", "said": "B"}, "seal": "e1325b09eb43e0f3"}','');
CREATE TABLE boards (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name TEXT DEFAULT '' NOT NULL, 
	opened TEXT DEFAULT '' NOT NULL, 
	closed TEXT DEFAULT '' NOT NULL, 
	last INTEGER DEFAULT '0' NOT NULL
);
INSERT INTO "boards" VALUES(1,'Table 3','2026-11-16T03:18:22.324Z','',6);
CREATE TABLE codes (
	hash TEXT NOT NULL, 
	key_number INTEGER NOT NULL, 
	until INTEGER NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(key_number) REFERENCES keys (number)
);
CREATE TABLE coups (
	table_number INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	shoe INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	letter TEXT DEFAULT '' NOT NULL, 
	cards TEXT DEFAULT '' NOT NULL, 
	paid TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (table_number, number), 
	FOREIGN KEY(table_number, shoe) REFERENCES shoes (table_number, number), 
	FOREIGN KEY(table_number) REFERENCES tables (number)
);
INSERT INTO "coups" VALUES(1,13,1,1,'B','Jd 4d Th | 6h Jh','[["Ann", "banker", 10, 9, 1]]');
INSERT INTO "coups" VALUES(1,21,1,2,'P','Jc 2d 7d | Jh Th 8h','[["Ann", "banker", 10, -10, 0]]');
INSERT INTO "coups" VALUES(1,27,1,3,'P','Qd 9d | 2d Ts','[["Ann", "banker", 10, -10, 0]]');
INSERT INTO "coups" VALUES(1,34,1,4,'P','Tc Tc 7h | 2h As 7s','[]');
INSERT INTO "coups" VALUES(1,41,1,5,'B','8c 2c Kd | 2c 9d 4c','[]');
INSERT INTO "coups" VALUES(1,50,2,1,'P','9c Jd | Qc Ac','[["Ann", "banker", 10, -10, 0]]');
INSERT INTO "coups" VALUES(1,56,2,2,'B','Qs As | Qs 8h','[["Ann", "banker", 10, 9, 1]]');
INSERT INTO "coups" VALUES(1,63,2,3,'B','Td Td Kc | 8c 6s','[["Ann", "banker", 10, 9, 1]]');
INSERT INTO "coups" VALUES(1,70,2,4,'P','Ah Ks 5h | 3d 8c As','[]');
INSERT INTO "coups" VALUES(1,76,2,5,'B','4c 6h Kd | 6h Tc','[]');
INSERT INTO "coups" VALUES(1,82,2,6,'P','Kh 6d | 3c Qd 2s','[]');
INSERT INTO "coups" VALUES(1,89,2,7,'P','2c Js 5h | 9d 5h 9s','[]');
INSERT INTO "coups" VALUES(1,98,3,1,'P','8c Ks | 8c 2c','[["Ann", "banker", 10, -10, 0]]');
INSERT INTO "coups" VALUES(1,104,3,2,'B','Ts 7s | Qs 9c','[["Ann", "banker", 10, 9, 1]]');
INSERT INTO "coups" VALUES(1,110,3,3,'B','2c Ks | Qs 8s','[["Ann", "banker", 10, 9, 1]]');
INSERT INTO "coups" VALUES(2,15,1,1,'P','Ad 4h 4c | Jd 2c 5s','[["Ann", "banker", 10, -10, 0]]');
INSERT INTO "coups" VALUES(2,22,1,2,'P','Ad 6c | Ks Jc 6c','[["Ann", "banker", 10, -10, 0]]');
INSERT INTO "coups" VALUES(2,30,1,3,'T','Tc Ad 3s | 7s 6s Ah','[["Ann", "banker", 10, 0, 0]]');
INSERT INTO "coups" VALUES(2,35,1,4,'B','7h 7d | 2s 6h','[]');
INSERT INTO "coups" VALUES(2,42,1,5,'P','9s Ah 7h | 5d 5s Qc','[]');
INSERT INTO "coups" VALUES(2,47,1,6,'B','2h 9h | 9d Ks','[]');
INSERT INTO "coups" VALUES(2,57,2,1,'B','2h 5c | 3d 6d','[["Ann", "banker", 10, 9, 1]]');
INSERT INTO "coups" VALUES(2,64,2,2,'B','Qs Ks Qc | 7d Jc','[["Ann", "banker", 10, 9, 1]]');
INSERT INTO "coups" VALUES(2,71,2,3,'P','4d Ad Ts | 3c As','[["Ann", "banker", 10, -10, 0]]');
INSERT INTO "coups" VALUES(2,78,2,4,'B','5s Jd 7s | 6h Js 3d','[]');
INSERT INTO "coups" VALUES(2,84,2,5,'B','6s 7c Th | 5h Ad','[]');
INSERT INTO "coups" VALUES(2,91,2,6,'T','Ks Jc 8d | 9h 3h 6h','[]');
INSERT INTO "coups" VALUES(2,102,3,1,'P','5h 5c 9c | Kc 6c','[["Ann", "banker", 10, -10, 0]]');
INSERT INTO "coups" VALUES(2,108,3,2,'B','3h 2h | Qd 9h','[["Ann", "banker", 10, 9, 1]]');
INSERT INTO "coups" VALUES(2,116,3,3,'T','Jh Tc 8c | Qs Js 8s','[["Ann", "banker", 10, 0, 0]]');
CREATE TABLE guests (
	table_number INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	guest TEXT DEFAULT '' NOT NULL, 
	left_at INTEGER, 
	seat TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (table_number, since, guest), 
	FOREIGN KEY(table_number) REFERENCES tables (number)
);
INSERT INTO "guests" VALUES(1,2,'Ann',NULL,'{"bought": 1000, "bankroll": 1005, "staked": 90, "won": 5, "kept": 5}');
INSERT INTO "guests" VALUES(1,3,'Bob',NULL,'{"bought": 500, "bankroll": 500, "staked": 0, "won": 0, "kept": 0}');
INSERT INTO "guests" VALUES(2,2,'Ann',NULL,'{"bought": 1000, "bankroll": 987, "staked": 90, "won": -13, "kept": 3}');
INSERT INTO "guests" VALUES(2,3,'Bob',NULL,'{"bought": 500, "bankroll": 500, "staked": 0, "won": 0, "kept": 0}');
CREATE TABLE keys (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name TEXT DEFAULT '' NOT NULL, 
	kind TEXT DEFAULT '' NOT NULL, 
	tables TEXT DEFAULT '' NOT NULL, 
	hash TEXT NOT NULL, 
	made TEXT DEFAULT '' NOT NULL, 
	revoked TEXT DEFAULT '' NOT NULL, 
	UNIQUE (hash)
);
INSERT INTO "keys" VALUES(1,'wall','watch','[1]','aa','2026-11-16T03:18:22.374Z','');
CREATE TABLE promises (
	table_number INTEGER NOT NULL, 
	commitment TEXT DEFAULT '' NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (table_number, commitment), 
	FOREIGN KEY(table_number) REFERENCES tables (number)
);
INSERT INTO "promises" VALUES(2,'66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',4);
INSERT INTO "promises" VALUES(2,'ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5',48);
INSERT INTO "promises" VALUES(2,'9267d3dbed802941483f1afa2a6bc68de5f653128aca9bf1461c5d0a3ad36ed2',92);
CREATE TABLE runs (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	kind TEXT DEFAULT '' NOT NULL, 
	made TEXT DEFAULT '' NOT NULL, 
	question TEXT DEFAULT '' NOT NULL, 
	answer TEXT DEFAULT '' NOT NULL
);
INSERT INTO "runs" VALUES(1,'odds','2026-11-16T03:18:22.378Z','{}','{}');
CREATE TABLE shoes (
	table_number INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	time TEXT DEFAULT '' NOT NULL, 
	ceremony TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (table_number, number), 
	FOREIGN KEY(table_number) REFERENCES tables (number)
);
INSERT INTO "shoes" VALUES(1,1,4,'2026-01-03T12:00:00.000Z','{"seed": 7, "number": 0, "fair": null, "cut": null, "burn_card": "9d"}');
INSERT INTO "shoes" VALUES(1,2,42,'2026-01-13T12:00:00.000Z','{"seed": 7, "number": 1, "fair": null, "cut": null, "burn_card": "3d"}');
INSERT INTO "shoes" VALUES(1,3,90,'2026-01-25T12:00:00.000Z','{"seed": 7, "number": 2, "fair": null, "cut": null, "burn_card": "9c"}');
INSERT INTO "shoes" VALUES(2,1,5,'2026-01-04T12:00:00.000Z','{"seed": null, "number": 0, "fair": {"commitment": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", "guest_seed": "luck", "house_seed": "0000000000000000000000000000000000000000000000000000000000000000"}, "cut": null, "burn_card": "8d"}');
INSERT INTO "shoes" VALUES(2,2,49,'2026-01-16T12:00:00.000Z','{"seed": null, "number": 0, "fair": {"commitment": "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5", "guest_seed": "luck", "house_seed": "0000000000000000000000000000000000000000000000000000000000000001"}, "cut": null, "burn_card": "6c"}');
INSERT INTO "shoes" VALUES(2,3,93,'2026-01-28T12:00:00.000Z','{"seed": null, "number": 0, "fair": {"commitment": "9267d3dbed802941483f1afa2a6bc68de5f653128aca9bf1461c5d0a3ad36ed2", "guest_seed": "luck", "house_seed": "0000000000000000000000000000000000000000000000000000000000000002"}, "cut": null, "burn_card": "5d"}');
CREATE TABLE store (
	number INTEGER NOT NULL, 
	secret TEXT DEFAULT '' NOT NULL, 
	made TEXT DEFAULT '' NOT NULL, 
	keys_version INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "store" VALUES(1,'2bf72d197c963a7550476e85afeb6dcc7d559308e296da8d7b2c4e0dc871fefa','2026-11-16T03:18:21.950Z',1);
CREATE TABLE tables (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name TEXT DEFAULT '' NOT NULL, 
	kind TEXT DEFAULT '' NOT NULL, 
	game TEXT DEFAULT '' NOT NULL, 
	opened TEXT DEFAULT '' NOT NULL, 
	closed TEXT DEFAULT '' NOT NULL, 
	clock TEXT DEFAULT '' NOT NULL, 
	last INTEGER DEFAULT '0' NOT NULL, 
	snapshot TEXT DEFAULT '' NOT NULL, 
	snapshot_last INTEGER DEFAULT '0' NOT NULL
);
INSERT INTO "tables" VALUES(1,'Old','house','punto-banco','2026-11-16T03:18:21.967Z','','',110,'{"number": 89, "format": 2, "open": {"game": "punto-banco", "decks": null, "cut_card": 380, "last_coup": "A", "burn": true, "bets": [], "least": 1, "most": null, "chip": 1, "rounding": "down", "differential": null, "both_sides": true, "seed": 7, "first_shoe": 0, "fair": false, "opponent": "", "model": "B3", "seats": 3}, "seats": [{"guest": "Ann", "bought": 1000, "bankroll": 997, "staked": 60, "won": -3, "kept": 3, "since": 2, "last_wagers": ["banker=10"]}, {"guest": "Bob", "bought": 500, "bankroll": 500, "staked": 0, "won": 0, "kept": 0, "since": 3, "last_wagers": []}], "house": 3, "shoes": 2, "promise": null, "ceremony": {"seed": 7, "number": 1, "fair": null, "cut": null, "burn_card": "3d"}, "counts": [5, 7, 0, 0, 2, 3], "seal": "ce4b80a83cc7d005"}',89);
INSERT INTO "tables" VALUES(2,'Salon','house','punto-banco','2026-11-16T03:18:22.126Z','','',116,'{"number": 92, "format": 2, "open": {"game": "punto-banco", "decks": null, "cut_card": 380, "last_coup": "A", "burn": true, "bets": [], "least": 1, "most": null, "chip": 1, "rounding": "down", "differential": null, "both_sides": true, "seed": null, "first_shoe": 0, "fair": true, "opponent": "", "model": "B3", "seats": 3}, "seats": [{"guest": "Ann", "bought": 1000, "bankroll": 988, "staked": 60, "won": -12, "kept": 2, "since": 2, "last_wagers": ["banker=10"]}, {"guest": "Bob", "bought": 500, "bankroll": 500, "staked": 0, "won": 0, "kept": 0, "since": 3, "last_wagers": []}], "house": 12, "shoes": 2, "promise": {"commitment": "9267d3dbed802941483f1afa2a6bc68de5f653128aca9bf1461c5d0a3ad36ed2", "guest_seed": "", "house_seed": "0000000000000000000000000000000000000000000000000000000000000002", "number": 0}, "ceremony": {"seed": null, "number": 0, "fair": {"commitment": "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5", "guest_seed": "luck", "house_seed": "0000000000000000000000000000000000000000000000000000000000000001", "number": 0}, "cut": null, "burn_card": "6c"}, "counts": [6, 4, 2, 1, 1, 3], "seal": "4534e89b4e6bfd4f"}',92);
CREATE UNIQUE INDEX coups_of_a_shoe ON coups (table_number, shoe, place);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',2);
INSERT INTO "sqlite_sequence" VALUES('boards',1);
INSERT INTO "sqlite_sequence" VALUES('keys',1);
INSERT INTO "sqlite_sequence" VALUES('runs',1);
COMMIT;
