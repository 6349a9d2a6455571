// Answers each question with null, by which the page goes on without guidance.
onmessage = () => postMessage(null);
