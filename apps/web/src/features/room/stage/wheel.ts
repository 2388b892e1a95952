/** The fields of a WheelEvent that distinguish a mouse wheel from a trackpad. */
export type WheelInput = {
  deltaX: number
  deltaY: number
  deltaMode: number
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  /** Absent in browsers that do not report it. */
  wheelDeltaY?: number
  timeStamp: number
}

type Device = 'mouse' | 'trackpad'
export type WheelMemory = { device: Device; at: number }
export type WheelIntent = { kind: 'zoom'; factor: number } | { kind: 'pan'; dx: number; dy: number }

const sameGestureMs = 250
const linePx = 16
const pagePx = 400

/** Wheels and two fingers scroll, pinch or Ctrl/⌘ zooms, Shift scrolls sideways. A gesture keeps its first device. */
export function readWheel(
  input: WheelInput,
  memory?: WheelMemory,
): { intent: WheelIntent; memory: WheelMemory } {
  const continues = memory !== undefined && input.timeStamp - memory.at < sameGestureMs
  const device = continues ? memory.device : deviceOf(input)
  const next = { device, at: input.timeStamp }
  const unit = input.deltaMode === 1 ? linePx : input.deltaMode === 2 ? pagePx : 1
  const dx = input.deltaX * unit
  const dy = input.deltaY * unit
  if (input.ctrlKey || input.metaKey) {
    // A pinch sends small steps, a wheel with Ctrl large ones.
    return {
      intent: { kind: 'zoom', factor: factorOf(dy, device === 'mouse' ? 0.0018 : 0.01) },
      memory: next,
    }
  }
  if (input.shiftKey && (device === 'mouse' || dx === 0))
    return { intent: { kind: 'pan', dx: minus(dx || dy), dy: 0 }, memory: next }
  return { intent: { kind: 'pan', dx: minus(dx), dy: minus(dy) }, memory: next }
}

/** Negates without producing -0. */
const minus = (delta: number) => 0 - delta

function deviceOf(input: WheelInput): Device {
  if (input.deltaMode !== 0) return 'mouse'
  if (input.deltaX !== 0 && input.deltaY !== 0) return 'trackpad'
  if (input.wheelDeltaY !== undefined && input.wheelDeltaY !== 0) {
    // Browsers report a trackpad's wheelDelta as exactly -3 × delta, a wheel's as notches of 120.
    if (Math.abs(input.wheelDeltaY + 3 * input.deltaY) < 0.01) return 'trackpad'
    return Math.abs(input.wheelDeltaY) % 120 === 0 ? 'mouse' : 'trackpad'
  }
  return Number.isInteger(input.deltaY) && Math.abs(input.deltaY) >= 50 ? 'mouse' : 'trackpad'
}

function factorOf(delta: number, strength: number): number {
  return Math.exp(-Math.min(300, Math.max(-300, delta)) * strength)
}
