// The minimal view of many pins: per zoom level a grid of cells with their counts, drawn with one sprite.
import { showPins } from './pins-page.js'

const cellPx = 40
const size = 28

function paintSprite(colour) {
  const sprite = document.createElement('canvas')
  sprite.width = sprite.height = size
  const context = sprite.getContext('2d')
  context.fillStyle = colour
  context.beginPath()
  context.arc(size / 2, size / 2, size / 2 - 1, 0, 2 * Math.PI)
  context.fill()
  return sprite
}

function cellsOf(pins, page, cell) {
  const columns = Math.ceil(page.width / cell) + 1
  const cells = new Map()
  for (const { marker } of pins) {
    const [x, y] = [marker.x * page.width, marker.y * page.height]
    const at = Math.floor(y / cell) * columns + Math.floor(x / cell)
    const known = cells.get(at)
    if (known) {
      known.count += 1
      known.x += x
      known.y += y
    } else cells.set(at, { count: 1, x, y })
  }
  return [...cells.values()].map(({ count, x, y }) => ({ count, x: x / count, y: y / count }))
}

function createLayer(canvas) {
  const context = canvas.getContext('2d')
  const [one, many] = [paintSprite('#e5484d'), paintSprite('#2a2c30')]
  const levels = new Map()
  let pins = []
  let view = null
  let frame = 0

  const levelFor = ({ scale, page }) => {
    const step = Math.floor(Math.log2(scale))
    if (!levels.has(step)) levels.set(step, cellsOf(pins, page, cellPx / 2 ** step))
    return levels.get(step)
  }

  const draw = () => {
    frame = 0
    const { stage, scale } = view
    if (canvas.width !== stage.width || canvas.height !== stage.height) {
      canvas.width = stage.width
      canvas.height = stage.height
    }
    context.clearRect(0, 0, stage.width, stage.height)
    context.font = '600 12px system-ui'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = '#fff'
    for (const item of levelFor(view)) {
      const [x, y] = [view.x + item.x * scale, view.y + item.y * scale]
      if (x < -size || y < -size || x > stage.width + size || y > stage.height + size) continue
      context.drawImage(item.count > 1 ? many : one, x - size / 2, y - size / 2)
      if (item.count > 1) context.fillText(String(item.count), x, y)
    }
  }

  return {
    setPins(next) {
      pins = next
      levels.clear()
    },
    setView(next) {
      view = next
      frame ||= requestAnimationFrame(draw)
    },
  }
}

void showPins(createLayer)
