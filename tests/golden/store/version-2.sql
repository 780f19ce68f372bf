-- What a store of version 2 holds beside what the versions before it hold; never edited once released.
INSERT INTO splits (set_name, criterion, confirm, share, seed, seen_before, created_at) VALUES ('Müller''s set', 'grounded', '["c2", "c3"]', 0.5, 7, 1, '2026-09-14T12:00:00.000000+00:00');
INSERT INTO looks (set_name, criterion, config_sha256, first_at) VALUES ('Müller''s set', 'grounded', 'ec7f39117a62b0ef1ffedfd1f3ea984aa4596c338a66b40aadc68bd7ae638f82', '2026-09-14T12:00:00.000000+00:00');
