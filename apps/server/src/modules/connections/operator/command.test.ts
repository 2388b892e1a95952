import { expect, test } from 'vitest'
import { readPeopleCommand } from '#server/modules/connections/operator/command'

const now = new Date('2026-03-10T12:00:00Z')
const read = (line: string) => readPeopleCommand(line.split(' '), now)

test('people are hidden and restored by their username, and suspended until a future day', () => {
  expect(read('reports')).toEqual({ verb: 'reports' })
  expect(read('show nora')).toEqual({ verb: 'show', username: 'nora' })
  expect(read('hide nora')).toEqual({ verb: 'hide', username: 'nora' })
  expect(read('suspend nora')).toEqual({ verb: 'suspend', username: 'nora', until: null })
  const until = new Date('2026-03-11T00:00:00Z')
  expect(read('suspend nora --until 2026-03-11')).toEqual({ verb: 'suspend', username: 'nora', until })
})

test.each([
  'suspend nora --until 2026-03-10',
  'suspend nora --until 2025-01-01',
  'suspend nora --until 2026-02-31',
  'suspend nora --until',
  'suspend nora 2026-03-11',
  'hide nora --until 2026-03-11',
  'restore nora --until 2026-03-11',
  'suspend',
  'show',
  'show nora more',
  'delete nora',
])('"%s" is refused', (line) => {
  expect(read(line)).toBeNull()
})
