import { describe, expect, test } from 'vitest'
import {
  type GestureEffect,
  type GestureInput,
  type GestureRules,
  idleGesture,
  stepGesture,
} from './gestures.ts'

const rules: GestureRules = { mayMark: true, zoomedIn: false, tool: 'POINT' }

function play(inputs: GestureInput[], given: Partial<GestureRules> = {}) {
  let state = idleGesture
  const effects: GestureEffect[] = []
  for (const input of inputs) {
    const next = stepGesture(state, input, { ...rules, ...given })
    state = next.state
    effects.push(...next.effects)
  }
  return { state, effects }
}

type Down = Extract<GestureInput, { kind: 'down' }>
const at = (x: number, y: number) => ({ x, y })
const mouseDown = (x: number, y: number, more: Partial<Down> = {}): Down => ({
  kind: 'down',
  id: 1,
  pointer: 'mouse',
  at: at(x, y),
  button: 0,
  panKey: false,
  ...more,
})
const touchDown = (id: number, x: number, y: number): Down => mouseDown(x, y, { id, pointer: 'touch' })
const move = (x: number, y: number, id = 1): GestureInput => ({ kind: 'move', id, at: at(x, y) })
const up = (x: number, y: number, id = 1): GestureInput => ({ kind: 'up', id, at: at(x, y) })
const kinds = (effects: GestureEffect[]) => effects.map((effect) => effect.kind)

describe('mouse', () => {
  test('a click is a tap where the button went down, even with a trembling hand', () => {
    const { effects, state } = play([mouseDown(10, 10), move(13, 12), up(13, 12)])
    expect(effects).toEqual([{ kind: 'tap', at: at(10, 10), pointer: 'mouse' }])
    expect(state.kind).toBe('idle')
  })

  test('a drag draws a region', () => {
    const { effects } = play([mouseDown(10, 10), move(40, 30), move(60, 50), up(60, 50)])
    expect(effects).toEqual([
      { kind: 'draw', from: at(10, 10), to: at(40, 30) },
      { kind: 'draw', from: at(10, 10), to: at(60, 50) },
      { kind: 'drawn', from: at(10, 10), to: at(60, 50) },
    ])
  })

  test('a drag back to its start is a tap', () => {
    expect(kinds(play([mouseDown(10, 10), move(40, 30), up(11, 10)]).effects)).toEqual([
      'draw',
      'drawCancelled',
      'tap',
    ])
  })

  test('a line drawn around something ends where it began, and is still a line', () => {
    const inputs = [mouseDown(10, 10), move(90, 10), move(90, 90), move(11, 10), up(11, 10)]
    expect(kinds(play(inputs, { tool: 'FREEHAND' }).effects).at(-1)).toBe('drawn')
    expect(kinds(play(inputs, { tool: 'ARROW' }).effects).at(-1)).toBe('tap')
  })

  test('Esc cancels a region, and lifting the button does nothing more', () => {
    const inputs: GestureInput[] = [
      mouseDown(10, 10),
      move(40, 30),
      { kind: 'abort' },
      move(50, 50),
      up(50, 50),
    ]
    const { effects, state } = play(inputs)
    expect(kinds(effects)).toEqual(['draw', 'drawCancelled'])
    expect(state.kind).toBe('idle')
  })

  test('a drag pans if nobody may comment', () => {
    const { effects } = play([mouseDown(10, 10), move(40, 30), move(50, 30), up(50, 30)], { mayMark: false })
    expect(effects).toEqual([
      { kind: 'pan', dx: 30, dy: 20 },
      { kind: 'pan', dx: 10, dy: 0 },
    ])
  })

  test('the middle button and the space bar pan', () => {
    for (const more of [{ button: 1 }, { panKey: true }]) {
      const { effects } = play([mouseDown(10, 10, more), move(12, 10), up(12, 10)])
      expect(effects).toEqual([{ kind: 'pan', dx: 2, dy: 0 }])
    }
  })

  test('the right button does nothing', () => {
    expect(play([mouseDown(10, 10, { button: 2 }), move(40, 40), up(40, 40)]).effects).toEqual([])
  })
})

describe('touch', () => {
  test('a tap of one finger is a tap', () => {
    expect(kinds(play([touchDown(1, 10, 10), move(14, 12), up(14, 12)]).effects)).toEqual(['tap'])
  })

  test('one finger moving over a fitted page only asks for the hint', () => {
    const inputs = [touchDown(1, 10, 10), move(60, 10), move(90, 10), up(90, 10)]
    expect(kinds(play(inputs).effects)).toEqual(['explain'])
    expect(play(inputs, { mayMark: false }).effects).toEqual([])
  })

  test('with a tool one finger draws at once, and two still move the page', () => {
    const inputs = [touchDown(1, 10, 10), move(60, 10)]
    for (const zoomedIn of [true, false]) {
      const drawn = play([...inputs, up(60, 40)], { tool: 'ARROW', zoomedIn }).effects
      expect(drawn.at(-1)).toEqual({ kind: 'drawn', from: at(10, 10), to: at(60, 40) })
      expect(play([...inputs, touchDown(2, 90, 90)], { tool: 'ARROW', zoomedIn }).state.kind).toBe('pinching')
    }
    expect(kinds(play(inputs, { tool: 'ARROW', mayMark: false, zoomedIn: true }).effects)).toEqual(['pan'])
  })

  test('one finger pans a zoomed page', () => {
    const { effects } = play([touchDown(1, 10, 10), move(30, 10), move(35, 12), up(35, 12)], {
      zoomedIn: true,
    })
    expect(effects).toEqual([
      { kind: 'pan', dx: 20, dy: 0 },
      { kind: 'pan', dx: 5, dy: 2 },
    ])
  })

  test('a long press and a drag draw a region', () => {
    const { effects } = play([touchDown(1, 10, 10), { kind: 'held' }, move(90, 70), up(90, 70)], {
      zoomedIn: true,
    })
    expect(effects.at(-1)).toEqual({ kind: 'drawn', from: at(10, 10), to: at(90, 70) })
  })

  test('a long press alone is a tap', () => {
    const { effects } = play([touchDown(1, 10, 10), { kind: 'held' }, up(10, 10)])
    expect(kinds(effects)).toEqual(['draw', 'drawCancelled', 'tap'])
  })

  test('two fingers move and zoom at their middle', () => {
    const { effects } = play([touchDown(1, 0, 0), touchDown(2, 100, 0), move(200, 0, 2)])
    expect(effects).toEqual([{ kind: 'pinch', at: at(100, 0), dx: 50, dy: 0, factor: 2 }])
  })

  test('lifting one of two fingers neither jumps nor comments', () => {
    const inputs = [touchDown(1, 0, 0), touchDown(2, 100, 0), up(100, 0, 2), move(30, 30), up(30, 30)]
    expect(play(inputs, { zoomedIn: true }).effects).toEqual([])
  })

  test('a second finger turns a region into a pinch', () => {
    const inputs = [touchDown(1, 10, 10), { kind: 'held' } as const, move(60, 60), touchDown(2, 100, 100)]
    const { effects, state } = play(inputs)
    expect(kinds(effects)).toEqual(['draw', 'draw', 'drawCancelled'])
    expect(state.kind).toBe('pinching')
  })

  test('a gesture that the browser takes over leaves nothing behind', () => {
    const { effects, state } = play([touchDown(1, 10, 10), { kind: 'cancel', id: 1 }])
    expect(effects).toEqual([])
    expect(state.kind).toBe('idle')
  })
})

describe('on a mark that may be moved', () => {
  const onMark = mouseDown(10, 10, { onMark: true })
  const shift = (kind: 'shift' | 'shifted', x: number, y: number) => ({
    kind,
    from: at(10, 10),
    to: at(x, y),
  })

  test('a drag moves it, beyond a trembling hand; a click is a tap', () => {
    expect(play([onMark, move(13, 12), up(13, 12)]).effects).toEqual([
      { kind: 'tap', at: at(10, 10), pointer: 'mouse' },
    ])
    expect(play([onMark, move(13, 12), move(40, 30), up(41, 30)]).effects).toEqual([
      shift('shift', 40, 30),
      shift('shifted', 41, 30),
    ])
  })

  test('Esc and a lost pointer restore it, and later moves draw nothing', () => {
    for (const end of [{ kind: 'abort' } as const, { kind: 'cancel', id: 1 } as const]) {
      const { effects, state } = play([onMark, move(40, 30), end, move(60, 60), up(60, 60)])
      expect(effects).toEqual([shift('shift', 40, 30), { kind: 'shiftCancelled' }])
      expect(state.kind).toBe('idle')
    }
  })

  test('a finger moves it at any zoom, draws nothing when resting, and a second finger restores it', () => {
    const finger: GestureInput = { ...touchDown(1, 10, 10), onMark: true }
    const held: GestureInput = { kind: 'held' }
    for (const zoomedIn of [true, false])
      expect(kinds(play([finger, held, move(40, 30), up(40, 30)], { zoomedIn }).effects)).toEqual([
        'shift',
        'shifted',
      ])
    const { effects, state } = play([finger, move(40, 30), touchDown(2, 90, 90)])
    expect(kinds(effects)).toEqual(['shift', 'shiftCancelled'])
    expect(state.kind).toBe('pinching')
  })
})
