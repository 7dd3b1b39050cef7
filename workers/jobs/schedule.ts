/** Cron entry: what runs when. Every task may run twice at once. */
export async function runSchedule(_event: ScheduledController, _env: Env, _ctx: ExecutionContext): Promise<void> {}
