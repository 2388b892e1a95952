import * as profiles from '@wingmark/contract/connection-profiles'
import * as contract from '@wingmark/contract/connections'
import * as people from '@wingmark/contract/people'
import type { Mounting } from '#server/http/mount'
import { discoverOthers, getPerson, proposeSkills } from '#server/modules/connections/discovery/service'
import {
  checkUsername,
  createProfile,
  deleteProfile,
  getOwnProfile,
  updateProfile,
} from '#server/modules/connections/profiles/service'
import { answer, endConnection, listOwn, sendRequest } from '#server/modules/connections/requests/service'
import {
  blockPerson,
  listBlocked,
  reportSomebody,
  unblockPerson,
} from '#server/modules/connections/safety/service'

export function mountConnections(given: Mounting): void {
  mountProfiles(given)
  mountConnecting(given)
  mountSafety(given)
  mountDiscovery(given)
}

function mountConnecting({ mount, deps }: Mounting): void {
  mount(contract.askToConnect, async ({ actor, params, body, idempotencyKey }) => ({
    result: await sendRequest(deps, actor, params.id, body, idempotencyKey),
  }))
  mount(contract.listConnections, ({ actor, query }) => listOwn(deps, actor, query))
  mount(contract.answerConnection, async ({ actor, params, body }) => ({
    result: await answer(deps, actor, params.id, body),
  }))
  mount(contract.endConnection, async ({ actor, params }) => {
    await endConnection(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
}

function mountDiscovery({ mount, deps }: Mounting): void {
  mount(people.discoverPeople, ({ actor, query }) => discoverOthers(deps, actor, query))
  mount(people.proposeSkills, async ({ actor, query }) => ({
    results: await proposeSkills(deps, actor, query.search ?? ''),
  }))
  mount(people.getPerson, async ({ actor, params }) => ({ result: await getPerson(deps, actor, params.id) }))
}

function mountSafety({ mount, deps }: Mounting): void {
  mount(contract.blockPerson, async ({ actor, params }) => {
    await blockPerson(deps, actor, params.userId)
    return { result: { _id: params.userId } }
  })
  mount(contract.unblockPerson, async ({ actor, params }) => {
    await unblockPerson(deps, actor, params.userId)
    return { result: { _id: params.userId } }
  })
  mount(contract.listBlocked, ({ actor, query }) => listBlocked(deps, actor, query))
  mount(contract.reportPerson, async ({ actor, body, idempotencyKey }) => ({
    result: { _id: await reportSomebody(deps, actor, body, idempotencyKey) },
  }))
}

function mountProfiles({ mount, deps }: Mounting): void {
  mount(profiles.getOwnConnectionProfile, async ({ actor }) => ({
    result: await getOwnProfile(deps, actor),
  }))
  mount(profiles.createConnectionProfile, async ({ actor, body, idempotencyKey }) => ({
    result: await createProfile(deps, actor, body, idempotencyKey),
  }))
  mount(profiles.updateConnectionProfile, async ({ actor, params, body }) => ({
    result: await updateProfile(deps, actor, params.id, body),
  }))
  mount(profiles.deleteConnectionProfile, async ({ actor, params }) => {
    await deleteProfile(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
  mount(profiles.checkUsername, async ({ actor, params }) => ({
    result: await checkUsername(deps, actor, params.name),
  }))
}
