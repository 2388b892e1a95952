import { writeFile } from 'node:fs/promises'
import type { Marker } from '@wingmark/contract/comments'
import { type CarriedPin, carryPins } from '#server/platform/media/carry/carry-pins'
import { findQuoted } from '#server/platform/media/carry/find-quote'
import { middleOf } from '#server/platform/media/carry/pin-area'
import type { Raster } from '#server/platform/media/compare-pixels'
import { readPageText } from '#server/platform/media/read-page-text'
import { drawBoth } from '#server/platform/media/render-comparison'
import { pictureError } from '#server/platform/media/render-picture'
import type { RenderResult, RenderTask, SourcePage } from '#server/platform/media/render-protocol'

/** Carries pins from a page onto another, and writes where they are as JSON. */
export async function renderCarry({
  older,
  output,
  pins,
  ...newer
}: Extract<RenderTask, { kind: 'carry' }>): Promise<RenderResult> {
  try {
    const { was, is, size } = await drawBoth(older, newer)
    const carried = isSame(was, is)
      ? pins.map(unchanged)
      : await carryPins(was, is, pins, await findQuotes(older, newer, pins))
    await writeFile(output, JSON.stringify(carried))
    return { sizes: [size], animated: false }
  } catch (cause) {
    throw pictureError(cause)
  }
}

/** Only pages of documents have words. */
async function findQuotes(older: SourcePage, newer: SourcePage, pins: readonly Marker[]) {
  if (older.page === undefined || newer.page === undefined) return []
  const was = await readPageText(older.path, older.page)
  const is = await readPageText(newer.path, newer.page)
  return pins.map((pin) => findQuoted(was, is, middleOf(pin)))
}

/** Where no pixel differs, even a pin on a plain patch is where it was. */
const isSame = (was: Raster, is: Raster) =>
  was.width === is.width && was.height === is.height && Buffer.compare(was.data, is.data) === 0

const unchanged = (marker: Marker): CarriedPin => ({ outcome: 'UNCHANGED', confidence: 'SURE', marker })
