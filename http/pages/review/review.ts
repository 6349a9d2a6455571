// The entry of the console's page: says who is logged in.
const place = document.getElementById("review")!;
const answer = await fetch("/review/api/me");
const me = answer.ok ? ((await answer.json()) as { name: string }) : undefined;
place.textContent = me ? me.name : "Nobody is logged in.";

export {};
