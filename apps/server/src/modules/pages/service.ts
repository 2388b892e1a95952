import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Deps } from '#server/deps'
import { firstView, headTags } from '#server/modules/pages/present'
import { getReviewPage } from '#server/modules/reviews/service'
import { DomainError } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'

const root = import.meta.url.slice(0, import.meta.url.lastIndexOf('/apps/server/'))
export const webFolder = fileURLToPath(`${root}/apps/web/dist`)

let template: Promise<string> | null = null

/** The built page of the web app; read once. */
function readTemplate(): Promise<string> {
  template ??= readFile(`${webFolder}/index.html`, 'utf8')
  return template
}

const fill = (html: string, head: string, body: string) =>
  html.replace('<!--head-->', () => head).replace('<!--first-view-->', () => body)

export async function readShell(): Promise<string> {
  return fill(await readTemplate(), '<title>Wingmark</title>', '')
}

/** The page of a review, with its first view where a visitor with this link may see it. */
export async function readReviewShell(deps: Deps, id: string, share: string | null): Promise<string> {
  if (!isUuid(id)) return readShell()
  try {
    const page = await getReviewPage(deps, { actor: { kind: 'visitor' }, share }, id)
    return fill(await readTemplate(), headTags(page, deps.config.publicUrl), firstView(page))
  } catch (error) {
    // Signed in, the same address may well be readable: the web app finds out.
    if (error instanceof DomainError) return readShell()
    throw error
  }
}
