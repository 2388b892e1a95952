import type { Round } from '@wingmark/contract/rounds'
import { expect, test } from 'vitest'
import { bodyOf, emptyQuestion, startingFrom } from './start-input.ts'

const now = new Date('2031-03-01T12:00:00Z')
const input = { ...startingFrom(undefined), due: { day: '2031-03-04', time: '18:00', zone: 'Europe/Berlin' } }

test('a round as people mostly start it: one approval, all files, everyone who comes', () => {
  expect(bodyOf(input, [], 'OPEN', now)).toEqual({
    body: {
      ...{ endsAt: '2031-03-04T17:00:00.000Z', timeZone: 'Europe/Berlin', message: '', reviewers: [] },
      ...{ questions: [], rule: { kind: 'AT_LEAST', count: 1 }, closesAtEnd: false, state: 'OPEN' },
    },
  })
})

test('what is missing is said by field', () => {
  const wrong = {
    ...input,
    ...{ due: { ...input.due, day: '2031-02-01' }, rule: 'ALL' as const, files: [] },
    questions: [
      emptyQuestion(),
      { ...emptyQuestion(), text: 'Which?', kind: 'CHOICE' as const, choices: 'A\n\n' },
    ],
  }
  expect(bodyOf(wrong, [], 'OPEN', now)).toEqual({
    errors: {
      ...{ endsAt: 'Choose a time in the future.', files: 'Choose at least one file.' },
      rule: 'Name at least one reviewer, or choose how many approvals are needed.',
      ...{
        'questions.0.text': 'Please enter a question',
        'questions.1.choices': 'Enter at least two choices.',
      },
    },
  })
  expect(bodyOf({ ...input, count: '0' }, [], 'OPEN', now)).toEqual({
    errors: { rule: 'Enter a whole number of 1 or more.' },
  })
  const named = { ...input, members: ['m'], rule: 'NAMED' as const, needed: ['other'] }
  expect(bodyOf(named, [], 'OPEN', now)).toEqual({ errors: { rule: 'Choose whose approval is needed.' } })
})

test('certain reviewers are named by account or address', () => {
  const named = { ...input, members: ['m'], rule: 'NAMED' as const, needed: ['ida@example.com'] }
  expect(bodyOf(named, ['ida@example.com'], 'DRAFT', now)).toMatchObject({
    body: {
      reviewers: [{ user: 'm' }, { email: 'ida@example.com' }],
      rule: { kind: 'NAMED', people: [{ email: 'ida@example.com' }] },
    },
  })
})

test('a draft is continued as it was saved', () => {
  const draft = {
    ...{ endsAt: '2031-03-04T17:00:00.000Z', timeZone: 'Europe/Berlin', message: 'Look', ofAllFiles: false },
    ...{ rule: { kind: 'NAMED', count: 1 }, closesAtEnd: true, files: [{ file: 'f' }] },
    people: [
      { user: 'm', isAsked: true, isNeeded: false },
      { user: null, email: 'ida@example.com', isAsked: true, isNeeded: true },
    ],
    questions: [{ _id: 'q', text: 'Which?', kind: 'CHOICE', choices: ['A', 'B'], isNeeded: true }],
  } as unknown as Round
  expect(bodyOf(startingFrom(draft), ['ida@example.com'], 'OPEN', now)).toEqual({
    body: {
      ...{
        endsAt: draft.endsAt,
        timeZone: 'Europe/Berlin',
        message: 'Look',
        closesAtEnd: true,
        state: 'OPEN',
      },
      ...{ reviewers: [{ user: 'm' }, { email: 'ida@example.com' }], files: ['f'] },
      rule: { kind: 'NAMED', people: [{ email: 'ida@example.com' }] },
      questions: [{ text: 'Which?', kind: 'CHOICE', choices: ['A', 'B'], isNeeded: true }],
    },
  })
})
