import * as contract from '@wingmark/contract/files'
import { getStorageUse as getStorageUseRoute } from '@wingmark/contract/storage-use'
import * as versions from '@wingmark/contract/versions'
import type { Mounting } from '#server/http/mount'
import { acceptUploads } from '#server/http/multipart'
import { mountComparison } from '#server/modules/files/compare/routes'
import * as service from '#server/modules/files/service'
import { mountServing } from '#server/modules/files/serving/routes'
import { mountTus } from '#server/modules/files/tus/routes'
import { mountUpload } from '#server/modules/files/upload/routes'
import { getStorageUse } from '#server/modules/files/usage/service'

export async function mountFiles(given: Mounting): Promise<void> {
  const { app, mount, deps } = given
  await acceptUploads(app, deps.memory.garbage)
  mountUpload(given)
  await mountTus(given)
  mountServing(given)
  mountComparison(given)
  mount(getStorageUseRoute, async ({ actor }) => ({ result: await getStorageUse(deps, actor) }))
  mount(contract.getFile, async ({ actor, share, params }) => ({
    result: await service.getFile(deps, { actor, share }, params.id),
  }))
  mount(contract.renameFile, async ({ actor, share, params, body }) => ({
    result: await service.renameFile(deps, { actor, share }, params.id, body.name),
  }))
  mount(contract.duplicateFile, async ({ actor, share, params, idempotencyKey }) => ({
    result: await service.duplicateFile(deps, { actor, share }, params.id, idempotencyKey),
  }))
  mount(versions.addVersion, async ({ actor, share, params, body, idempotencyKey: key }) => ({
    result: await service.addVersion(deps, { actor, share }, params.id, {
      withId: body.file,
      note: body.note,
      startsFresh: body.startFresh,
      key,
    }),
  }))
  mount(versions.listVersions, async ({ actor, share, params }) => ({
    results: await service.listVersions(deps, { actor, share }, params.id),
  }))
  mount(versions.changeVersion, async ({ actor, share, params, body }) => ({
    result: await service.changeVersion(deps, { actor, share }, params, body),
  }))
  mount(versions.deleteVersion, async ({ actor, share, params }) => ({
    result: await service.deleteVersion(deps, { actor, share }, params),
  }))
  mount(versions.restoreVersion, async ({ actor, share, params }) => ({
    result: await service.restoreVersion(deps, { actor, share }, params),
  }))
  mount(contract.redrawFile, async ({ actor, share, params }) => ({
    result: await service.redrawFile(deps, { actor, share }, params.id),
  }))
  mount(contract.unlockFile, async ({ actor, share, params, body }) => ({
    result: await service.unlockFile(deps, { actor, share }, params.id, body.password),
  }))
  mount(contract.deleteFile, async ({ actor, share, params }) => {
    await service.deleteFile(deps, { actor, share }, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.listFilesByDate, async ({ actor, share, params }) => ({
    results: await service.listFilesByDate(deps, { actor, share }, params.id),
  }))
}
