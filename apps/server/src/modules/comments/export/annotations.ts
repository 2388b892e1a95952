import type { Marker } from '@wingmark/contract/comments'
import { type Exported, linkOf, messageOf, writtenOf } from '#server/modules/comments/export/present'

type About = { reviewUrl: string; name: string }

/** A W3C Web Annotation collection on one page, streamed. */
export async function* asAnnotations(
  rows: AsyncIterable<Exported>,
  { reviewUrl, name: label }: About,
): AsyncGenerator<string> {
  const id = `${reviewUrl}#comments`
  const collection = { '@context': 'http://www.w3.org/ns/anno.jsonld', id, type: 'AnnotationCollection' }
  const page = { id: `${id}-1`, type: 'AnnotationPage', startIndex: 0, items: [] }
  yield JSON.stringify({ ...collection, label, first: page }).slice(0, -3)
  let total = 0
  for await (const row of rows) yield `${total++ === 0 ? '' : ','}\n${JSON.stringify(annotation(row))}`
  // Replies are annotations too, so the total is known only at the end.
  yield `\n]},"total":${total}}\n`
}

function annotation(row: Exported) {
  const { comment, reply, file, reviewUrl } = row
  const written = writtenOf(row)
  const link = linkOf(row)
  const source = `${reviewUrl}?file=${file.id}&version=${comment.version}`
  return {
    id: reply ? `${link}#${reply.id}` : link,
    type: 'Annotation',
    motivation: reply ? 'replying' : 'commenting',
    created: written.createdAt.toISOString(),
    ...(written.editedAt ? { modified: written.editedAt.toISOString() } : {}),
    creator: { type: 'Person', name: written.author },
    body: [
      {
        type: 'TextualBody',
        value: messageOf(row),
        format: 'text/plain',
        purpose: reply ? 'replying' : 'commenting',
      },
      ...(reply ? [] : [{ type: 'TextualBody', value: comment.status.toLowerCase(), purpose: 'tagging' }]),
      ...written.reactions.map((reaction) => ({
        type: 'TextualBody',
        value: reaction.toLowerCase(),
        purpose: 'assessing',
      })),
    ],
    target: reply
      ? link
      : {
          type: 'SpecificResource',
          source: { id: source, title: file.name },
          ...(comment.marker ? { selector: selectorOf(comment.marker, file.kind === 'PDF') } : {}),
        },
  }
}

const percent = (fraction: number) => Math.round(fraction * 100_000) / 1_000

function selectorOf(marker: Marker, hasPages: boolean) {
  const place = marker.points ? drawing(marker.points) : area(marker)
  if (!hasPages) return place
  const page = { conformsTo: 'http://tools.ietf.org/rfc/rfc3778', value: `page=${marker.page}` }
  return { type: 'FragmentSelector', ...page, refinedBy: place }
}

const area = ({ x, y, width = 0, height = 0 }: Marker) => ({
  type: 'FragmentSelector',
  conformsTo: 'http://www.w3.org/TR/media-frags/',
  value: `xywh=percent:${[x, y, width, height].map(percent).join(',')}`,
})

const drawing = (points: readonly (readonly number[])[]) => ({
  type: 'SvgSelector',
  value: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none"><polyline fill="none" points="${points.map((point) => point.map(percent).join(',')).join(' ')}"/></svg>`,
})
