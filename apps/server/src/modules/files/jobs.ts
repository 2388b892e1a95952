import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { comparePage } from '#server/modules/files/compare/rendering/service'
import { drawCrop } from '#server/modules/files/crops/service'
import { deleteAbandoned, removeBytes } from '#server/modules/files/delete-blobs/service'
import { renderAgain } from '#server/modules/files/rendering/re-render/service'
import { digest, drawFirst, drawLarge, drawRest, requeueLost } from '#server/modules/files/rendering/service'
import { drawVideo } from '#server/modules/files/rendering/video'
import { drawTiles } from '#server/modules/files/tiles/service'
import { sweepUploads } from '#server/modules/files/tus/service'
import { sweepLeftovers } from '#server/modules/files/upload/service'
import { recountStorage } from '#server/modules/files/usage/service'

const DrawnForSchema = z.object({ uploader: z.string(), level: z.number() })
const OfBlob = z.object({ blobId: z.uuid(), renderedFor: DrawnForSchema.nullable().default(null) })
const Rest = OfBlob.extend({ badPages: z.number().default(0) })
const After = z.object({ after: z.uuid() })
const OfComment = z.object({ commentId: z.uuid() })
const OfComparison = z.object({ comparisonId: z.uuid(), page: z.int() })
const Removal = z.object({ keys: z.array(z.string()) })

export function fileTasks(deps: Deps): TaskList {
  return {
    'files:draw-first': (payload) => drawFirst(deps, OfBlob.parse(payload)),
    'files:draw-rest': (payload) => {
      const { badPages, ...what } = Rest.parse(payload)
      return drawRest(deps, what, badPages)
    },
    'files:draw-large': (payload) => drawLarge(deps, OfBlob.parse(payload)),
    'files:draw-tiles': (payload) => drawTiles(deps, OfBlob.parse(payload)),
    'files:draw-video': (payload) => drawVideo(deps, OfBlob.parse(payload)),
    'files:draw-again': (payload) => renderAgain(deps, After.parse(payload).after),
    'files:draw-crop': (payload) => drawCrop(deps, OfComment.parse(payload).commentId),
    'files:compare': (payload, { job }) => {
      const { comparisonId: comparison, page } = OfComparison.parse(payload)
      return comparePage(deps, { comparison, page }, job.attempts)
    },
    'files:digest': (payload) => digest(deps, OfBlob.parse(payload).blobId),
    'files:remove-bytes': (payload) => removeBytes(deps, Removal.parse(payload).keys),
    'files:recount': () => recountStorage(deps),
    'files:sweep': async () => {
      await sweepLeftovers(deps)
      await sweepUploads(deps)
      await requeueLost(deps)
      await deleteAbandoned(deps)
    },
  }
}
