"""The phases of a game, in order, and what they are called (FA 3 to 5, 18)."""

PHASES = (
    "build",
    "deploy-choice",
    "deploy-edge",
    "deploy-obstacles",
    "deploy",
    "deploy-drops",
    "a-initiative",
    "b-movement",
    "c-aircraft",
    "d-antiair",
    "e-ground-attack",
    "f-assault",
    "k-casualty",
    "tie-break",
    "over",
)
(
    BUILD,
    CHOICE,
    EDGE,
    OBSTACLES,
    DEPLOY,
    DROPS,
    INITIATIVE,
    MOVEMENT,
    AIRCRAFT,
    ANTIAIR,
    GROUND,
    ASSAULT,
    CASUALTY,
    TIE_BREAK,
    OVER,
) = PHASES
MOVING = (MOVEMENT, ASSAULT)
"""FA 6.1: the phases in which units move."""
SEALED = (BUILD, TIE_BREAK)
TITLES = {
    BUILD: "army building",
    CHOICE: "choice of deployment",
    EDGE: "choice of an edge",
    OBSTACLES: "obstacles",
    DEPLOY: "deployment",
    DROPS: "parachute drops",
    INITIATIVE: "initiative",
    MOVEMENT: "movement",
    AIRCRAFT: "aircraft placement",
    ANTIAIR: "antiair fire",
    GROUND: "ground attack",
    ASSAULT: "assault",
    CASUALTY: "casualty",
    TIE_BREAK: "tie-break",
    OVER: "the game is over",
}
