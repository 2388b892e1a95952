// The minimal React page: fetches the review's data and then shows its first picture.
import { createElement as h, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Page() {
  const [page, setPage] = useState(null)
  useEffect(() => {
    void fetch('/review.json')
      .then((answer) => answer.json())
      .then((body) => setPage(body.result))
  }, [])
  if (!page) return h('p', null, 'Loading…')
  return h('main', null, h('h1', null, page.review.name), h('img', { src: '/picture.webp', alt: '' }))
}

createRoot(document.getElementById('root')).render(h(Page))
