import { describe, expect, test } from 'vitest'
import { openedComparing } from './comparing.ts'
import { initialRoom, type RoomAction, roomReducer } from './room-state.ts'

const marker = { page: 1, x: 0.1, y: 0.2, shape: 'POINT' as const }
const play = (...actions: RoomAction[]) => actions.reduce(roomReducer, initialRoom('a'))
const comment = { _id: 'c1', file: 'b', page: 3, isResolved: false }

describe('the room', () => {
  test('begins with open comments of the first file', () => {
    expect(play()).toMatchObject({ fileId: 'a', page: 1, filter: 'OPEN', selected: null })
  })

  test('another file begins at its first page, without a selection or open mark', () => {
    const state = play(
      { do: 'mark', mark: { fileId: 'a', marker } },
      { do: 'choose', comment: { ...comment, file: 'a' }, from: 'list' },
      { do: 'showFile', fileId: 'b' },
    )
    expect(state).toMatchObject({ fileId: 'b', page: 1, selected: null, mark: null })
  })

  test('a tool serves one mark, even if it is drawn again before it is sent', () => {
    const arrow: RoomAction = { do: 'tool', tool: 'ARROW' }
    const mark: RoomAction = { do: 'mark', mark: { fileId: 'a', marker } }
    expect(play(arrow, mark, mark).tool).toBe('ARROW')
    expect(play(arrow, mark, { do: 'unmark' }).tool).toBe('POINT')
    expect(play(arrow, { do: 'choose', comment, from: 'stage' }).tool).toBe('POINT')
  })

  test('the filter stays when the file changes', () => {
    expect(play({ do: 'filter', filter: 'ALL' }, { do: 'showFile', fileId: 'b' }).filter).toBe('ALL')
  })

  test('selecting a comment shows its file and page', () => {
    const state = play({ do: 'choose', comment, from: 'link' })
    expect(state).toMatchObject({ fileId: 'b', page: 3, selected: 'c1' })
    expect(state.reveal).toEqual({ count: 1, where: 'both' })
  })

  test('a comment selected in the list is revealed on the design, and vice versa', () => {
    expect(play({ do: 'choose', comment, from: 'list' }).reveal.where).toBe('stage')
    expect(play({ do: 'choose', comment, from: 'stage' }).reveal.where).toBe('list')
  })

  test('a pin opens the sheet of comments, a card leaves it as it is', () => {
    expect(play({ do: 'choose', comment, from: 'stage' }).isSheetOpen).toBe(true)
    expect(play({ do: 'choose', comment, from: 'list' }).isSheetOpen).toBe(false)
  })

  test('the sheet reveals the selected pin when it opens, and closes for a new mark', () => {
    const open: RoomAction = { do: 'sheet', isOpen: true }
    expect(play(open).reveal.count).toBe(0)
    const state = play({ do: 'choose', comment, from: 'list' }, open)
    expect(state.reveal).toEqual({ count: 2, where: 'both' })
    expect(roomReducer(state, { do: 'mark', mark: { fileId: 'b', marker } }).isSheetOpen).toBe(false)
  })

  test('two designs side by side have the panel’s room until a mark closes, a comment is selected or the panel is asked for', () => {
    const side: RoomAction = { do: 'compare', comparing: openedComparing }
    expect(play(side).isPanelFolded).toBe(true)
    const mark: RoomAction = { do: 'mark', mark: { fileId: 'a', marker } }
    expect(play(side, mark).isPanelFolded).toBe(true)
    const ends: RoomAction[][] = [
      [mark, { do: 'unmark' }],
      [{ do: 'choose', comment: { ...comment, file: 'a' }, from: 'stage' }],
      [{ do: 'sheet', isOpen: true }],
      [{ do: 'panel', panel: 'CHECKS' }],
    ]
    for (const actions of ends) expect(play(side, ...actions).isPanelFolded).toBe(false)
    // The next comparison begins with room again.
    expect(play(side, mark, { do: 'unmark' }, { do: 'compare', comparing: null }, side).isPanelFolded).toBe(
      true,
    )
  })

  test('a comment without a place does not turn the page', () => {
    const general = { ...comment, file: 'a', page: null }
    expect(play({ do: 'showPage', page: 4 }, { do: 'choose', comment: general, from: 'list' }).page).toBe(4)
  })

  test('a link to a resolved comment shows resolved ones', () => {
    expect(play({ do: 'choose', comment: { ...comment, isResolved: true }, from: 'link' }).filter).toBe('ALL')
  })

  test('marking a place clears the selection', () => {
    const state = play({ do: 'choose', comment, from: 'list' }, { do: 'mark', mark: { fileId: 'b', marker } })
    expect(state).toMatchObject({ selected: null, mark: { marker } })
  })

  test('turning the page cancels an open mark', () => {
    expect(play({ do: 'mark', mark: { fileId: 'a', marker } }, { do: 'showPage', page: 2 }).mark).toBeNull()
  })

  test('hovering the same comment again changes nothing', () => {
    const state = play({ do: 'hover', id: 'c1' })
    expect(roomReducer(state, { do: 'hover', id: 'c1' })).toBe(state)
  })
})

describe('versions', () => {
  const mark: RoomAction = { do: 'mark', mark: { fileId: 'a', version: 1, marker } }

  test('the one on screen stays when another becomes current, with its open mark', () => {
    const state = play(mark, { do: 'holdVersion', version: { number: 1 }, by: 2 })
    expect(state).toMatchObject({ version: { number: 1 }, newVersion: 2, mark: { version: 1 } })
  })

  test('another one closes the mark, whose draft waits there', () => {
    const state = play(
      mark,
      { do: 'holdVersion', version: { number: 1 }, by: 2 },
      { do: 'showVersion', number: null },
    )
    expect(state).toMatchObject({ version: null, newVersion: null, mark: null })
  })

  test('a link to a comment opens its version, a comment of the list leaves it', () => {
    const own = { ...comment, file: 'a' }
    const linked = play({ do: 'choose', comment: { ...own, version: 1 }, from: 'link' })
    expect(linked.version).toEqual({ number: 1 })
    expect(roomReducer(linked, { do: 'choose', comment: own, from: 'list' }).version).toEqual({ number: 1 })
    expect(roomReducer(linked, { do: 'choose', comment, from: 'list' }).version).toBeNull()
  })

  test('another file shows its current one', () => {
    expect(play({ do: 'showVersion', number: 1 }, { do: 'showFile', fileId: 'b' }).version).toBeNull()
  })
})
