import { expect, test } from 'vitest'
import { tableKey } from './table-keys.ts'

const press = (key: string, held: Partial<Record<'altKey' | 'shiftKey' | 'ctrlKey', boolean>> = {}, at = 5) =>
  tableKey(
    { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held },
    { at, count: 10, columns: 4 },
  )

test('arrows move the focus in the grid, and stop at its edges', () => {
  expect(press('ArrowDown')).toEqual({ do: 'focus', at: 9 })
  expect(press('ArrowDown', {}, 7)).toEqual({ do: 'focus', at: 7 })
  expect(press('ArrowLeft', {}, 0)).toEqual({ do: 'focus', at: 0 })
  expect(press('End')).toEqual({ do: 'focus', at: 9 })
})

test('with Alt they move files', () => {
  expect(press('ArrowUp', { altKey: true })).toEqual({ do: 'step', by: -4 })
  expect(press('ArrowRight', { altKey: true })).toEqual({ do: 'step', by: 1 })
})

test('leaves keys of the browser and of undo alone', () => {
  expect(press('z', { ctrlKey: true })).toBeNull()
  expect(press('ArrowLeft', { ctrlKey: true })).toBeNull()
  expect(press('Tab')).toBeNull()
})
