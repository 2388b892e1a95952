/** Words as something is told apart by in a line about it. */
export const shortened = (words: string) => (words.length > 40 ? `${words.slice(0, 40)}…` : words)
