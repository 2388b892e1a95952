import classes from './news-mark.module.css'

/** Above this number the count is not exact. */
const newsShown = 99

export const newsWords = (news: number) => (news > newsShown ? `${newsShown}+ new` : `${news} new`)

/** How much happened since the user last looked; nothing for none. */
export function NewsMark({ news = 0 }: { news?: number | undefined }) {
  return news > 0 ? <span className={classes.mark}>{newsWords(news)}</span> : null
}
