/** A route handler that does nothing, of an app that has nothing else: what Next.js itself costs. */
export const dynamic = 'force-dynamic';
export const GET = () => Response.json({ success: true });
