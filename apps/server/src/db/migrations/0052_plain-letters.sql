UPDATE "connection_profiles" SET
  "words" = array(select replace(replace(replace(replace(replace(replace(replace(word, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i') from unnest("words") with ordinality kept(word, place) order by place),
  "skill_keys" = array(select replace(replace(replace(replace(replace(replace(replace(word, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i') from unnest("skill_keys") with ordinality kept(word, place) order by place)
WHERE "words"::text ~ '[ßæœøłđı]' OR "skill_keys"::text ~ '[ßæœøłđı]';
