import { createPageCache } from '#server/modules/files/page-cache'
import { createRenderPriority } from '#server/modules/files/render-priority'
import { createUnreadablePages } from '#server/modules/files/tiles/unreadable-pages'
import { createUploadAdmission } from '#server/modules/files/upload/admission'
import { createUploadBurst } from '#server/modules/files/upload-burst'

export const createFilesMemory = () => ({
  admission: createUploadAdmission(),
  burst: createUploadBurst(),
  pageCache: createPageCache(),
  priority: createRenderPriority(),
  unreadablePages: createUnreadablePages(),
})
