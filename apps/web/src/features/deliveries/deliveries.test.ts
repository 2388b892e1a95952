import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import { expect, test } from 'vitest'
import { allItems, isGoingOn, progressOf } from './begun-download.ts'
import { deliveryFacts, leftWords } from './delivery-facts.ts'
import { ratioOf, sectionsOf } from './delivery-files.ts'
import { deliverySentence } from './delivery-sentence.ts'
import { noTerms, TermsError } from './terms/link-terms.ts'
import { readTerms, termsErrorFrom } from './terms/read-terms.ts'

const file = (name: string, path: string[] = [], size: { width?: number; height?: number } = {}) =>
  ({
    _id: name,
    name,
    path,
    folder: path.length > 0 ? path.join('-') : null,
    size: 1,
    file: size,
  }) as DeliveryFile

test('groups files by folder, single files first in their order', () => {
  const files = [file('a'), file('b', ['Print']), file('c', ['Print', 'Proofs']), file('d', ['Print'])]
  expect(
    sectionsOf(files).map(({ name, folder, files: some }) => [name, folder, some.map((one) => one.name)]),
  ).toEqual([
    ['', null, ['a']],
    ['Print', 'Print', ['b', 'd']],
    ['Print / Proofs', 'Print-Proofs', ['c']],
  ])
})

test('a picture keeps its ratio within a row’s limits', () => {
  expect(ratioOf(file('a', [], { width: 300, height: 200 }))).toBe(1.5)
  expect(ratioOf(file('a', [], { width: 9_000, height: 100 }))).toBe(3)
  expect(ratioOf(file('a', [], { width: 100, height: 9_000 }))).toBe(0.5)
  expect(ratioOf(file('a'))).toBeCloseTo(4 / 3)
})

test('a line says how many files, how large, and until when', () => {
  const expiresAt = new Date(Date.now() + 6 * 86_400_000).toISOString()
  const facts = { fileCount: 3, size: 512 * 1_048_576, expiresAt }
  expect(deliveryFacts(facts)).toBe('3 files · 512.00 MB · expires in 6 days')
  expect(deliveryFacts({ ...facts, expectedCount: 7, fileCount: 4 })).toMatch(/^4 of 7 files/)
  const up = { ...facts, fileCount: 0, size: 0, expectedCount: 7, arrivedCount: 4 }
  expect(deliveryFacts(up)).toBe('4 of 7 files · expires in 6 days')
  expect(deliveryFacts({ ...facts, expiresAt: null, fileCount: 1 })).toBe('1 file · 512.00 MB')
  expect(deliveryFacts({ ...facts, state: 'CLOSED' })).toBe('3 files · 512.00 MB')
})

test('a limit says what is left, and that a running download may finish', () => {
  const words = (downloadsLeft: number | null, isCounted = false) => leftWords({ downloadsLeft, isCounted })
  expect([words(null), words(0), words(1), words(2)]).toEqual([
    '',
    ' · no downloads left',
    ' · 1 download left',
    ' · 2 downloads left',
  ])
  expect([words(0, true), words(1, true)]).toEqual([
    ' · no downloads left after this one (you can repeat this one for a day)',
    ' · 1 download left after this one (you can repeat this one for a day)',
  ])
})

test('a download continues until finished, and one of everything while that is unchanged', () => {
  const some = { claim: 'c', items: 'a' }
  const all = { claim: 'c', items: allItems }
  expect([some, all].map((begun) => isGoingOn(begun, null))).toEqual([true, true])
  expect(isGoingOn(all, { _id: 'c', isOver: false, isFinished: false, isOfAll: true })).toBe(true)
  expect(isGoingOn(all, { _id: 'c', isOver: false, isFinished: false, isOfAll: false })).toBe(false)
  expect(isGoingOn(some, { _id: 'c', isOver: false, isFinished: false, isOfAll: false })).toBe(true)
  expect(isGoingOn(some, { _id: 'c', isOver: true, isFinished: false, isOfAll: false })).toBe(false)
  // An earlier claim says nothing about it.
  expect(isGoingOn(all, { _id: 'b', isOver: true, isFinished: false, isOfAll: false })).toBe(true)
})

test('a download is over for its receiver once the server has sent the last byte', () => {
  const all = { claim: 'c', items: allItems }
  const claim = { _id: 'c', isOver: false, isFinished: false, isOfAll: true }
  expect(progressOf({ ...all, claim: null }, null)).toBe('DOWNLOADING')
  expect(progressOf(all, { ...claim, _id: 'before', isOver: true, isFinished: true })).toBe('DOWNLOADING')
  expect(progressOf(all, claim)).toBe('DOWNLOADING')
  expect(progressOf(all, { ...claim, isOver: true, isFinished: true })).toBe('DOWNLOADED')
  // The sender has replaced the files meanwhile.
  expect(progressOf(all, { ...claim, isOver: true })).toBe(null)
})

test('the record says in plain words how links were used, and what was changed', () => {
  const entry = {
    ...{ _id: 'a', subject: null, before: null, after: null, comment: null, createdAt: '' },
    actor: { kind: 'USER', name: 'Olga' },
    link: { _id: 'l', name: 'Link' },
  } as const
  const ana = { _id: 'm', name: 'Ana' }
  const sent = { _id: 's', name: 'ben@example.test' }
  const nobody = { kind: 'VISITOR', name: null } as const
  const said = [
    { action: 'DOWNLOADED', subject: '2 of 3 files' },
    { action: 'OPENED', link: ana },
    { action: 'OPENED', link: sent, actor: nobody },
    { action: 'DOWNLOADED', link: sent, actor: nobody, subject: 'a.png' },
    { action: 'LINK_CHANGED', link: ana, before: 'VIEW', after: 'NONE' },
    { action: 'LINK_CHANGED', before: 'NONE', after: 'VIEW' },
    { action: 'LINK_CHANGED', link: null, before: 'VIEW', after: 'NONE' },
    { action: 'CHANGED', link: null, subject: 'files, end' },
  ] as const
  expect(said.map((one) => deliverySentence({ ...entry, ...one }))).toEqual([
    'Olga downloaded 2 of 3 files through the main link',
    'Olga opened it through the link “Ana”',
    'ben@example.test opened it',
    'ben@example.test downloaded a.png',
    'Olga turned off the link “Ana”',
    'Olga turned the main link back on',
    'Olga turned off all links',
    'Olga changed the files and the expiry',
  ])
})

test('shows all problems of a link’s terms at once, each beside its field', () => {
  const typed = { ...noTerms, to: 'ben@client.com, nobody', ends: '2020-01-01', accessKey: 'ab' }
  const problems = {
    to: 'Invalid email address: nobody',
    ends: 'Choose today or a later date.',
    accessKey: 'A password must have at least 4 characters.',
    maxDownloads: 'Enter a whole number of 1 or more.',
  }
  expect(() => readTerms({ ...typed, maxDownloads: '1.5' })).toThrow(
    expect.objectContaining({ constructor: TermsError, problems }),
  )
  expect(readTerms({ ...noTerms, to: 'Ben <ben@client.com>', accessKey: 'open', ends: 'never' })).toEqual({
    ...{ title: '', message: '', recipients: ['ben@client.com'], expiresAt: null, accessKey: 'open' },
    maxDownloads: null,
  })
  expect(termsErrorFrom({ 'recipients.3': 'Invalid email address', days: 'No' })?.problems).toEqual({
    to: 'Invalid email address',
    ends: 'No',
  })
  expect(termsErrorFrom({ items: 'Add files to begin a transfer.' })).toBeNull()
})
