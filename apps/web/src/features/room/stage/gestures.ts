import type { Marker } from '@wingmark/contract/comments'
import type { Point } from '#web/features/room/state/viewport'

export type PointerKind = 'mouse' | 'pen' | 'touch'

export type GestureInput =
  | {
      kind: 'down'
      id: number
      pointer: PointerKind
      at: Point
      /** As in PointerEvent: 0 main, 1 middle. */
      button: number
      /** True while the space bar is held. */
      panKey: boolean
      /** On a movable mark. */
      onMark?: boolean
    }
  | { kind: 'move'; id: number; at: Point }
  | { kind: 'up'; id: number; at: Point }
  | { kind: 'cancel'; id: number }
  /** A finger rested for `holdMs`. */
  | { kind: 'held' }
  /** Esc. */
  | { kind: 'abort' }

export type GestureRules = {
  /** False if nobody may comment: then every drag pans. */
  mayMark: boolean
  /** Only then does one finger pan; otherwise it would draw or drag by accident. */
  zoomedIn: boolean
  /** What a drag draws. Tools other than POINT let a finger draw without a long press. */
  tool: Marker['shape']
}

export type GestureEffect =
  | { kind: 'tap'; at: Point; pointer: PointerKind }
  | { kind: 'pan'; dx: number; dy: number }
  | { kind: 'pinch'; at: Point; dx: number; dy: number; factor: number }
  | { kind: 'draw'; from: Point; to: Point }
  | { kind: 'drawn'; from: Point; to: Point }
  | { kind: 'drawCancelled' }
  /** A mark moves, has moved, or stays. */
  | { kind: 'shift'; from: Point; to: Point }
  | { kind: 'shifted'; from: Point; to: Point }
  | { kind: 'shiftCancelled' }
  /** A finger moved over a fitted page, which does nothing by itself. */
  | { kind: 'explain' }

export type GestureState =
  | { kind: 'idle' }
  | { kind: 'pressed'; id: number; pointer: PointerKind; from: Point; onMark: boolean }
  /** `isFar` once beyond the tremor of a hand. */
  | { kind: 'marking'; id: number; pointer: PointerKind; from: Point; to: Point; isFar: boolean }
  | { kind: 'shifting'; id: number; pointer: PointerKind; from: Point; to: Point }
  | { kind: 'panning'; id: number; last: Point }
  | { kind: 'pinching'; first: Finger; second: Finger }
  /** The gesture is over or ignored; waits for the pointer to lift. */
  | { kind: 'spent'; id: number; pointer: PointerKind; at: Point }

type Finger = { id: number; at: Point }
type Step = { state: GestureState; effects: GestureEffect[] }

export const holdMs = 400
const mouseThreshold = 5
const touchThreshold = 9

export const idleGesture: GestureState = { kind: 'idle' }

/** One step of the state machine: the new state, and the effects for the stage. */
export function stepGesture(state: GestureState, input: GestureInput, rules: GestureRules): Step {
  switch (input.kind) {
    case 'down':
      return pressed(state, input)
    case 'move':
      return moved(state, input, rules)
    case 'up':
      return lifted(state, input, rules)
    case 'held':
      return held(state, rules)
    case 'cancel':
    case 'abort':
      return ended(state, input)
  }
}

function pressed(state: GestureState, input: Extract<GestureInput, { kind: 'down' }>): Step {
  if (input.pointer === 'touch') {
    const other = fingerOf(state)
    if (other) {
      const pinching: GestureState = {
        kind: 'pinching',
        first: other,
        second: { id: input.id, at: input.at },
      }
      return step(pinching, cancelled(state))
    }
  }
  if (state.kind !== 'idle') return step(state)
  if (input.button === 1 || (input.panKey && input.button === 0)) {
    return step({ kind: 'panning', id: input.id, last: input.at })
  }
  if (input.button !== 0) return step(state)
  const { id, pointer, at, onMark = false } = input
  return step({ kind: 'pressed', id, pointer, from: at, onMark })
}

function moved(state: GestureState, { id, at }: { id: number; at: Point }, rules: GestureRules): Step {
  if (state.kind === 'pinching') return pinched(state, { id, at })
  if (state.kind === 'idle' || state.id !== id) return step(state)
  if (state.kind === 'panning') {
    const effect: GestureEffect = { kind: 'pan', dx: at.x - state.last.x, dy: at.y - state.last.y }
    return step({ ...state, last: at }, [effect])
  }
  if (state.kind === 'marking') {
    const isFar = state.isFar || isDrag(state.from, at, state.pointer)
    return step({ ...state, to: at, isFar }, [{ kind: 'draw', from: state.from, to: at }])
  }
  if (state.kind === 'shifting')
    return step({ ...state, to: at }, [{ kind: 'shift', from: state.from, to: at }])
  if (state.kind === 'spent') return step({ ...state, at })
  if (!isDrag(state.from, at, state.pointer)) return step(state)
  if (state.onMark) return startShift(state, at)
  if (state.pointer === 'touch' && !(rules.mayMark && rules.tool !== 'POINT')) {
    if (rules.zoomedIn) return startPan(state, at)
    const spent: GestureState = { kind: 'spent', id, pointer: state.pointer, at }
    return step(spent, rules.mayMark ? [{ kind: 'explain' }] : [])
  }
  if (!rules.mayMark) return startPan(state, at)
  const { pointer, from } = state
  return step({ kind: 'marking', id, pointer, from, to: at, isFar: true }, [{ kind: 'draw', from, to: at }])
}

function startShift({ id, pointer, from }: Extract<GestureState, { kind: 'pressed' }>, at: Point): Step {
  return step({ kind: 'shifting', id, pointer, from, to: at }, [{ kind: 'shift', from, to: at }])
}

function startPan({ id, from }: { id: number; from: Point }, at: Point): Step {
  return step({ kind: 'panning', id, last: at }, [{ kind: 'pan', dx: at.x - from.x, dy: at.y - from.y }])
}

function pinched(state: Extract<GestureState, { kind: 'pinching' }>, moved: Finger): Step {
  const { first, second } = state
  if (moved.id !== first.id && moved.id !== second.id) return step(state)
  const next = moved.id === first.id ? { ...state, first: moved } : { ...state, second: moved }
  const before = middle(first.at, second.at)
  const at = middle(next.first.at, next.second.at)
  const factor =
    Math.max(1, distance(next.first.at, next.second.at)) / Math.max(1, distance(first.at, second.at))
  return step(next, [{ kind: 'pinch', at, dx: at.x - before.x, dy: at.y - before.y, factor }])
}

function lifted(state: GestureState, { id, at }: { id: number; at: Point }, rules: GestureRules): Step {
  if (state.kind === 'pinching') return oneFingerLifted(state, id)
  if (state.kind === 'idle' || state.id !== id) return step(state)
  if (state.kind === 'pressed') {
    return step(idleGesture, [{ kind: 'tap', at: state.from, pointer: state.pointer }])
  }
  if (state.kind === 'shifting') return step(idleGesture, [{ kind: 'shifted', from: state.from, to: at }])
  if (state.kind === 'marking') {
    // A line drawn around something ends where it began.
    const isRound = rules.tool === 'FREEHAND' && state.isFar
    if (isRound || isDrag(state.from, at, state.pointer)) {
      return step(idleGesture, [{ kind: 'drawn', from: state.from, to: at }])
    }
    return step(idleGesture, [
      { kind: 'drawCancelled' },
      { kind: 'tap', at: state.from, pointer: state.pointer },
    ])
  }
  return step(idleGesture)
}

function oneFingerLifted(state: Extract<GestureState, { kind: 'pinching' }>, id: number): Step {
  if (id !== state.first.id && id !== state.second.id) return step(state)
  const left = id === state.first.id ? state.second : state.first
  // The remaining finger would jump or comment by accident.
  return step({ kind: 'spent', id: left.id, pointer: 'touch', at: left.at })
}

function held(state: GestureState, rules: GestureRules): Step {
  if (state.kind !== 'pressed' || state.pointer !== 'touch' || !rules.mayMark) return step(state)
  // The user means the mark there, not a new one.
  if (state.onMark) return step(state)
  const { id, pointer, from } = state
  return step({ kind: 'marking', id, pointer, from, to: from, isFar: false }, [
    { kind: 'draw', from, to: from },
  ])
}

function ended(state: GestureState, input: { kind: 'cancel'; id: number } | { kind: 'abort' }): Step {
  const effects = cancelled(state)
  if (input.kind === 'cancel') {
    if (state.kind === 'pinching') return oneFingerLifted(state, input.id)
    return 'id' in state && state.id === input.id ? step(idleGesture, effects) : step(state)
  }
  if (state.kind !== 'marking' && state.kind !== 'shifting') return step(state)
  return step({ kind: 'spent', id: state.id, pointer: state.pointer, at: state.to }, effects)
}

function cancelled({ kind }: GestureState): GestureEffect[] {
  if (kind === 'shifting') return [{ kind: 'shiftCancelled' }]
  return kind === 'marking' ? [{ kind: 'drawCancelled' }] : []
}

function fingerOf(state: GestureState): Finger | null {
  if (state.kind === 'panning') return { id: state.id, at: state.last }
  if (state.kind === 'pressed' && state.pointer === 'touch') return { id: state.id, at: state.from }
  const isMoving = state.kind === 'marking' || state.kind === 'shifting'
  if (isMoving && state.pointer === 'touch') return { id: state.id, at: state.to }
  if (state.kind === 'spent' && state.pointer === 'touch') return { id: state.id, at: state.at }
  return null
}

function isDrag(from: Point, to: Point, pointer: PointerKind): boolean {
  return distance(from, to) >= (pointer === 'touch' ? touchThreshold : mouseThreshold)
}

function step(state: GestureState, effects: GestureEffect[] = []): Step {
  return { state, effects }
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
