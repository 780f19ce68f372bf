-- What a store of version 4 holds beside what the versions before it hold; never edited once released.
INSERT INTO origins (dataset_id, what, files, tool, recipe, at) VALUES (1, 'imported', '{"files":[{"bytes":7,"name":"antworten müller.csv","sha256":"2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"}]}', NULL, 'schema: evalcore-recipe/1', '2026-09-14T12:00:07.000000+00:00');
