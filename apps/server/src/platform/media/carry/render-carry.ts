import { writeFile } from 'node:fs/promises'
import { carryPins } from '#server/platform/media/carry/carry-pins'
import { drawBoth } from '#server/platform/media/render-comparison'
import { pictureError } from '#server/platform/media/render-picture'
import type { RenderResult, RenderTask } from '#server/platform/media/render-protocol'

/** Carries pins from a page onto another, and writes where they are as JSON. */
export async function renderCarry({
  older,
  output,
  pins,
  ...newer
}: Extract<RenderTask, { kind: 'carry' }>): Promise<RenderResult> {
  try {
    const { was, is, size } = await drawBoth(older, newer)
    await writeFile(output, JSON.stringify(await carryPins(was, is, [...pins])))
    return { sizes: [size], animated: false }
  } catch (cause) {
    throw pictureError(cause)
  }
}
