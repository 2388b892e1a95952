import { z } from 'zod'
import type { Mounting } from '#server/http/mount'
import { sendBytes } from '#server/http/send-bytes'
import { openAvatar, requireAvatar } from '#server/modules/users/avatar/service'
import { notFound } from '#server/platform/domain-error'

const Params = z.object({ key: z.string().regex(/^[\w-]{20,64}$/) })

// A new picture has a new address; a removed one may stay visible this long.
const cacheSeconds = 3_600

/** `/files/avatar/{key}`: for anyone who sees the name beside it. */
export function mountAvatars({ app, deps }: Mounting): void {
  app.get('/files/avatar/:key', { schema: { hide: true }, compress: false }, async (request, reply) => {
    const params = Params.safeParse(request.params)
    if (!params.success) throw notFound()
    const { key } = params.data
    const avatar = await requireAvatar(deps, key)
    return sendBytes(request, reply, {
      identity: `avatar/${key}`,
      cacheControl: `public, max-age=${cacheSeconds}`,
      open: async () => ({
        object: await openAvatar(deps, avatar),
        mime: 'image/webp',
        disposition: 'inline',
      }),
    })
  })
}
