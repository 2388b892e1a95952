import { search } from '@wingmark/contract/search'
import type { Mounting } from '#server/http/mount'
import { searchAll } from '#server/modules/search/service'

export function mountSearch({ mount, deps }: Mounting): void {
  mount(search, ({ actor, query }) => searchAll(deps, actor, query))
}
