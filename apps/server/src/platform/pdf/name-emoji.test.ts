import { expect, test } from 'vitest'
import { nameEmoji } from '#server/platform/pdf/name-emoji'

test.each([
  ['Great 👍🏽!', 'Great [thumbs up]!'],
  ['🎉party', '[party popper]party'],
  ['👩‍👩‍👧‍👦 from 🇩🇪', '[family woman, woman, girl, boy] from [flag Germany]'],
  ['Key 1️⃣', 'Key [keycap 1]'],
  ['Larger ❤️', 'Larger ❤'],
  ['Plain words, €5 ✓', 'Plain words, €5 ✓'],
])('on paper %s reads %s', (text, expected) => {
  expect(nameEmoji(text)).toBe(expected)
})
