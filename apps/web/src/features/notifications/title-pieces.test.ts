import { expect, test } from 'vitest'
import { piecesOf } from '#web/features/notifications/title-pieces'

const splitTitle = (title: string, names: string[]) =>
  piecesOf(title, names).map(({ text, isName }) => (isName ? [text] : text))

test.each([
  [
    '\u05e0\u05e2\u05de\u05d4 commented on Spring',
    ['\u05e0\u05e2\u05de\u05d4', 'Spring'],
    [['\u05e0\u05e2\u05de\u05d4'], ' commented on ', ['Spring']],
  ],
  ['Ann commented on Anna', ['Ann', 'Anna'], [['Ann'], ' commented on ', ['Anna']]],
  ['Anna commented', ['Ann', 'Anna'], [['Anna'], ' commented']],
  ['Your plan has begun', ['', 'Somebody'], ['Your plan has begun']],
])('%j with %j is divided at the names', (title, names, pieces) => {
  expect(splitTitle(title, names)).toEqual(pieces)
})
