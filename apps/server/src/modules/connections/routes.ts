import * as profiles from '@wingmark/contract/connection-profiles'
import type { Mounting } from '#server/http/mount'
import {
  checkUsername,
  createProfile,
  deleteProfile,
  getOwnProfile,
  updateProfile,
} from '#server/modules/connections/profiles/service'

export function mountConnections({ mount, deps }: Mounting): void {
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
