/** A redirect, which is one of the possible responses to a request for the content of a file. */
export const redirectAnswer = {
  description: 'Redirect to the file in the store, if PIMENTO_ASSETS_PRESIGN_SECONDS is set; not for browsers',
} as const;

/** The answers of an operation that sends the content of a file. */
export const fileAnswers = {
  200: { description: 'All bytes', contentType: 'application/octet-stream' },
  206: { description: 'The bytes of the range', contentType: 'application/octet-stream' },
  304: { description: 'Unchanged' },
  307: redirectAnswer,
} as const;
