const uuidV7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Returns the time that is encoded in an event's id. @returns undefined if the id is not a UUIDv7 */
export function timeOfEventId(eventId: string): Date | undefined {
  const parts = uuidV7.exec(eventId);
  return parts ? new Date(Number.parseInt(`${parts[1]}${parts[2]}`, 16)) : undefined;
}
