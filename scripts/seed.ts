/** Fills a running Wingmark with a made-up studio, over HTTP like any other client. */
import { requireWingmark, SeedError } from './seed/call.ts'
import { introducePeople, inviteNeighbours } from './seed/people.ts'
import { publish, waitForPreviews } from './seed/publish.ts'
import { openSession } from './seed/session.ts'
import { studio } from './seed/studio.ts'
import { placeFinals } from './seed/transfers.ts'
import { bringColleagues, fillWorkspace } from './seed/workspace.ts'

const given = process.env.PUBLIC_URL?.trim() || `http://localhost:${process.env.PORT?.trim() || 3000}`

const viewers = { PRIVATE: 'after sign-in only', UNLISTED: 'anyone with the link', PUBLIC: 'everyone' }

async function seed(address: string): Promise<void> {
  await requireWingmark(address)
  const session = await openSession(address)
  console.log(session.wasThere ? 'The demo studio already exists. Signed in.' : 'Created the demo studio.')
  const done = []
  for (const planned of studio.reviews) {
    const { review, isNew } = await publish(session, planned)
    console.log(`${isNew ? 'Published' : 'Unchanged:'} ${review.name}`)
    done.push(review)
  }
  if (await placeFinals(session)) console.log('Added final files to Transfers and sent them.')
  const { workspace, isNew: isNewWorkspace } = await fillWorkspace(session, done)
  if (isNewWorkspace) console.log('Created a workspace with tasks')
  const brought = await bringColleagues(session, workspace)
  if (brought > 0) console.log(`Brought ${brought} colleagues into the workspace`)
  if (await introducePeople(session)) console.log('Created connections and a conversation')
  const neighbourly = await inviteNeighbours(session)
  if (neighbourly.length > 0) console.log(`Created public work of ${neighbourly.length} people`)
  await waitForPreviews(session, [...done, ...neighbourly])
  const { owner, password } = studio
  console.log(`\nSign in at ${address}/auth/signin\n  ${owner.email}\n  ${password}\n\nReview links`)
  for (const { _id, name, visibility, share } of done.toReversed()) {
    const link = visibility === 'UNLISTED' && share.shareUrl ? share.shareUrl : `${address}/reviews/${_id}`
    console.log(`  ${name} (${viewers[visibility]})\n    ${link}`)
  }
}

try {
  await seed(given.replace(/\/+$/, ''))
} catch (error) {
  if (!(error instanceof SeedError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
