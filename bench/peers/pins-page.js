// The same page around both layers of pins: a picture that moves and scales, a canvas, wheel and drag.

import { readWheel } from '../../apps/web/src/features/room/stage/wheel.ts'
import { createViewport, panBy, zoomBy } from '../../apps/web/src/features/room/state/viewport.ts'

/** `createLayer(canvas)` returns `{ setPins(pins), setView(view) }` and draws by itself, once a frame. */
export async function showPins(createLayer) {
  const [stage, picture, canvas] = ['stage', 'picture', 'pins'].map((id) => document.getElementById(id))
  const pins = await (await fetch('/pins.json')).json()
  const page = { width: 1920, height: 1200 }
  let view = createViewport({ width: stage.clientWidth, height: stage.clientHeight }, page, 24)
  let memory
  let drag = null
  const layer = createLayer(canvas)
  const show = (next) => {
    view = next
    picture.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
    layer.setView(view)
  }

  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const read = readWheel(event, memory)
      memory = read.memory
      const { intent } = read
      const at = { x: event.clientX, y: event.clientY }
      show(intent.kind === 'pan' ? panBy(view, intent.dx, intent.dy) : zoomBy(view, intent.factor, at))
    },
    { passive: false },
  )
  stage.addEventListener('pointerdown', (event) => {
    drag = { x: event.clientX, y: event.clientY }
  })
  stage.addEventListener('pointerup', () => {
    drag = null
  })
  stage.addEventListener('pointermove', (event) => {
    if (!drag) return
    show(panBy(view, event.clientX - drag.x, event.clientY - drag.y))
    drag = { x: event.clientX, y: event.clientY }
  })

  layer.setPins(pins)
  show(view)
  requestAnimationFrame(() => {
    // Its message arrives once this frame is drawn.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      window.readyMs = performance.now()
    }
    port2.postMessage(null)
  })
}
