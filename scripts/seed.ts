/** Fills a running Wingmark with a made-up studio, over HTTP like any other client. */
import { createCall, requireWingmark, SeedError } from './seed/call.ts'
import { bringColleagues } from './seed/colleagues.ts'
import { introducePeople, inviteNeighbours } from './seed/people.ts'
import { openStudio, publish, waitForPreviews } from './seed/publish.ts'
import { brackCan } from './seed/reviews/brack-can.ts'
import { kiloApp } from './seed/reviews/kilo-app.ts'
import { nordkammerPosters } from './seed/reviews/nordkammer-posters.ts'
import { pebblePage } from './seed/reviews/pebble-page.ts'
import { skerryLine } from './seed/reviews/skerry-line.ts'
import { brochureReview } from './seed/reviews/weather-brochure.ts'
import { demoPassword, mara } from './seed/studio.ts'
import { placeFinals } from './seed/transfers.ts'
import { fillWorkspace } from './seed/workspace.ts'

const given = process.env.PUBLIC_URL?.trim() || `http://localhost:${process.env.PORT?.trim() || 3000}`

async function seed(address: string): Promise<void> {
  await requireWingmark(address)
  const studio = await openStudio(createCall(address))
  console.log(studio.wasThere ? 'The demo studio already exists. Signed in.' : 'Created the demo studio.')
  const done = []
  for (const script of [brackCan, brochureReview, pebblePage, kiloApp, skerryLine, nordkammerPosters]) {
    const { review, isNew } = await publish(studio, script())
    console.log(`${isNew ? 'Published' : 'Unchanged:'} ${review.name}`)
    done.push(review)
  }
  if (await placeFinals(studio, skerryLine(), address))
    console.log('Added final files to Transfers and sent them.')
  const { workspace, isNew: isNewWorkspace } = await fillWorkspace(studio, done)
  if (isNewWorkspace) console.log('Created a workspace with tasks')
  const brought = await bringColleagues(studio, workspace)
  if (brought > 0) console.log(`Brought ${brought} colleagues into the workspace`)
  if (await introducePeople(studio)) console.log('Created connections and a conversation')
  const neighbourly = await inviteNeighbours(studio)
  if (neighbourly.length > 0) console.log(`Created public work of ${neighbourly.length} people`)
  await waitForPreviews(studio, [...done, ...neighbourly])
  console.log(`\nSign in at ${address}/auth/signin\n  ${mara.email}\n  ${demoPassword}\n\nReview links`)
  for (const { _id, name, visibility, share } of done.toReversed()) {
    const link = visibility === 'UNLISTED' && share.shareUrl ? share.shareUrl : `${address}/reviews/${_id}`
    const whom = { PRIVATE: 'after sign-in only', UNLISTED: 'anyone with the link', PUBLIC: 'everyone' }[
      visibility
    ]
    console.log(`  ${name} (${whom})\n    ${link}`)
  }
}

try {
  await seed(given.replace(/\/+$/, ''))
} catch (error) {
  if (!(error instanceof SeedError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
