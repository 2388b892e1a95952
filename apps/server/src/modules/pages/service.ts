import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type FrontPage, type FrontPicture, frontPages } from '@wingmark/contract/front-pages'
import { parseJson } from '@wingmark/contract/json'
import { getPerson } from '@wingmark/contract/people'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { getPublicPerson } from '#server/modules/connections/discovery/service'
import { getDeliveryPage } from '#server/modules/deliveries/recipient/service'
import { coverOf } from '#server/modules/pages/first-delivery'
import { firstFront, type PictureAddresses } from '#server/modules/pages/first-front'
import {
  deliveryTags,
  deliveryView,
  firstView,
  frontTags,
  hasFirstDesign,
  headTags,
  personTags,
  plainRoom,
} from '#server/modules/pages/present'
import { getReviewPage, listFor } from '#server/modules/reviews/service'
import { DomainError } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'

const root = import.meta.url.slice(0, import.meta.url.lastIndexOf('/apps/server/'))
export const webFolder = fileURLToPath(`${root}/apps/web/dist`)

const title = '<title>Wingmark</title>'

let template: Promise<string> | null = null

/** The built web app's page; read once. */
function readTemplate(): Promise<string> {
  template ??= readFile(`${webFolder}/index.html`, 'utf8')
  return template
}

const fill = (html: string, head: string, body: string) =>
  html.replace(title, () => head).replace('<!--first-view-->', () => body)

const reviewTags = /<!--review-->[^]*<!--\/review-->/
const Manifest = z.record(z.string(), z.object({ file: z.string() }))

let manifest: Promise<z.infer<typeof Manifest>> | null = null

/** Where the build put a front page's picture. */
async function addressesOf({ name }: FrontPicture): Promise<PictureAddresses> {
  manifest ??= readFile(`${webFolder}/.vite/manifest.json`, 'utf8').then(
    (text) => parseJson(text, Manifest) ?? {},
  )
  const built = await manifest
  const address = (theme: string) => `/${built[`src/features/welcome/${name}-${theme}.webp`]?.file ?? ''}`
  return { light: address('light'), dark: address('dark') }
}

const applicationTags = /<!--application after="([^"]+)"-->([^]*)<!--\/application-->/

const shell = (template: string) => fill(template, title, '')

const knownFronts: ReadonlyMap<string, FrontPage> = new Map(Object.entries(frontPages))

/** The web app's page at a path; public ones describe themselves in their head. */
export async function readShell(path: string, publicUrl: string): Promise<string> {
  const template = (await readTemplate()).replace(reviewTags, '')
  const front = knownFronts.get(path)
  if (!front) return shell(template)
  const tags = frontTags(path, front, publicUrl)
  if (!front.opening) return fill(template, tags, '')
  return fill(
    afterFirstDesign(template),
    tags,
    firstFront(front.opening, await addressesOf(front.opening.picture), front === frontPages['/']),
  )
}

/** The first design goes first: the application's tags wait in a template until it is painted. */
function afterFirstDesign(html: string): string {
  return html.replace(
    applicationTags,
    (_, script: string, tags: string) =>
      `<script fetchpriority="low" type="module" crossorigin src="${script}"></script>
    <template id="application">${tags}</template>`,
  )
}

/** `isPublic`: search engines may index it. */
export type Shell = { html: string; isPublic: boolean; missed: DomainError | null }

/** The page of a review, with its first view if this visitor may see it; otherwise `missed`. */
export async function readReviewShell(deps: Deps, id: string, share: string | null): Promise<Shell> {
  if (!isUuid(id))
    return { html: shell((await readTemplate()).replace(reviewTags, '')), isPublic: false, missed: null }
  const template = await readTemplate()
  try {
    const opening = await getReviewPage(deps, { actor: { kind: 'visitor' }, share }, id)
    const html = hasFirstDesign(opening) ? afterFirstDesign(template) : template
    const filled = fill(html, headTags(opening, deps.config.publicUrl), firstView(opening))
    return { html: filled, isPublic: opening.head.review.visibility === 'PUBLIC', missed: null }
  } catch (error) {
    // Once signed in, the user may still see it: the web app finds out.
    if (error instanceof DomainError)
      return { html: fill(template, title, plainRoom), isPublic: false, missed: error }
    throw error
  }
}

/** The page of a delivery, like `readReviewShell`; with a password it shows nothing in advance. */
export async function readDeliveryShell(deps: Deps, id: string, share: string | null): Promise<Shell> {
  const template = (await readTemplate()).replace(reviewTags, '')
  if (!isUuid(id)) return { html: shell(template), isPublic: false, missed: null }
  try {
    const page = await getDeliveryPage(deps, { actor: { kind: 'visitor' }, share }, id)
    const begun = coverOf(page) ? afterFirstDesign(template) : template
    const html = fill(begun, deliveryTags(page, deps.config.publicUrl), deliveryView(page))
    return { html, isPublic: false, missed: null }
  } catch (error) {
    if (error instanceof DomainError) return { html: shell(template), isPublic: false, missed: error }
    throw error
  }
}

/** A person's page, with title and picture for link previews if public; otherwise as if there were no one. */
export async function readPersonShell(deps: Deps, name: string): Promise<Shell> {
  const template = (await readTemplate()).replace(reviewTags, '')
  const asked = getPerson.params.safeParse({ id: name })
  const found = asked.success ? await getPublicPerson(deps, asked.data.id) : null
  if (!found) return { html: shell(template), isPublic: false, missed: null }
  const { person, isIndexed } = found
  const work = { publicOf: person._id }
  const { results } = await listFor(deps, { kind: 'visitor' }, work, { page: 1, limit: 3 })
  const cover = results.find(({ coverUrl }) => coverUrl !== null)?.coverUrl ?? null
  const html = fill(template, personTags({ person, isIndexed, cover }, deps.config.publicUrl), '')
  return { html, isPublic: isIndexed, missed: null }
}
